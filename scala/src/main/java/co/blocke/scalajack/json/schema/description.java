package co.blocke.scalajack.json.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** JSON Schema keyword {@code description} of a constructor parameter; read by {@code ScalaJack.schemaOf}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.FIELD, ElementType.METHOD})
public @interface description {
  String value();
}
