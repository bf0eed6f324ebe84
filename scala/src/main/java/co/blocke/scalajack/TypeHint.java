package co.blocke.scalajack;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The hint value of a leaf of a sealed trait, used under {@code TypeHintPolicy.USE_ANNOTATION}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeHint {
  String hintValue();
}
