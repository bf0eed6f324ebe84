package co.blocke.scalajack.json.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** JSON Schema keyword {@code title} of a type; read by {@code ScalaJack.schemaOf}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface title {
  String value();
}
