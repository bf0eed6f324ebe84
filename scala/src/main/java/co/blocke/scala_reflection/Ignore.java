package co.blocke.scala_reflection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Leaves a field, property or accessor out of the JSON.
 * Kept under the name that existing models import; {@code co.blocke.scalajack.Ignore} is the same for new code.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.FIELD, ElementType.TYPE, ElementType.PARAMETER})
public @interface Ignore {}
