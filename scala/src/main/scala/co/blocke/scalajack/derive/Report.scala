package co.blocke.scalajack
package derive

/** Every compile error of the derivation. Texts are fixed: CompileErrorsSpec holds one program for each. All end with the way from the
  * root type to the place (`in Order.items`), so that the field at fault is found in large models.
  */
private[scalajack] trait Report extends Context:
  import q.reflect.*

  /** Ends the derivation; the error stands at the call. */
  def refuse(msg: String): Nothing =
    val at = trail.reverse match
      case Nil  => shortName(root)
      case path => (shortName(root) :: path).mkString(".")
    throw Refused(s"ScalaJack: $msg (in $at)")

  def noCodec(t: TypeRepr, why: String): Nothing = refuse(s"no codec for ${shortName(t)}: $why")

  def functionType(t: TypeRepr): Nothing = noCodec(t, "functions have no JSON form")
  def intersection(t: TypeRepr): Nothing = noCodec(t, "intersection types are not supported")
  def openTypeParameter(t: TypeRepr): Nothing = noCodec(t, "it is a type parameter still open where the codec is made")
  def abstractType(t: TypeRepr): Nothing = noCodec(t, "it is an abstract type")
  def notSealed(t: TypeRepr): Nothing = noCodec(t, "traits and abstract classes must be sealed, or have a given JsonCodec")
  def noLeaves(t: TypeRepr): Nothing = noCodec(t, "the sealed type has no leaves")
  def localLeaf(t: TypeRepr): Nothing = noCodec(t, "its leaves are local to a method")
  def notVal(t: TypeRepr, param: String): Nothing =
    noCodec(t, s"constructor parameter $param is not a val, so it cannot be written")
  def privateConstructor(t: TypeRepr): Nothing = noCodec(t, "its constructor is private")
  def severalLists(t: TypeRepr): Nothing = noCodec(t, "its constructor has more than one parameter list")
  def privateValue(t: TypeRepr, param: String): Nothing = noCodec(t, s"constructor parameter $param is private")
  def classOfJdk(t: TypeRepr): Nothing = noCodec(t, "this class of the JDK has no JSON form; a given JsonCodec can make one")
  def noZeroConstructor(t: TypeRepr): Nothing = noCodec(t, "a Java class needs a public constructor without parameters")
  def noProperties(t: TypeRepr): Nothing = noCodec(t, "the Java class has no bean properties")
  def noFactory(t: TypeRepr): Nothing = noCodec(t, "no scala.collection.Factory is in scope for it")
  def noOrdering(t: TypeRepr): Nothing = noCodec(t, "its elements need an Ordering or must be Comparable")
  def iterator(t: TypeRepr): Nothing = noCodec(t, "an Iterator can be used only once")
  def unknownClass(t: TypeRepr): Nothing = noCodec(t, "ScalaJack does not know how to read this class")
  def ambiguousCodec(t: TypeRepr, why: String): Nothing = noCodec(t, s"several givens apply: $why")

  def keyType(t: TypeRepr): Nothing =
    refuse(s"${shortName(t)} cannot be a map key: use a simple type, an enum, or a given JsonKeyCodec")

  def sameSides(a: TypeRepr, b: TypeRepr): Nothing =
    refuse(s"the union sides ${shortName(a)} and ${shortName(b)} cannot be told apart when written")

  def sameName(t: TypeRepr, json: String, a: String, b: String): Nothing =
    refuse(s"fields $a and $b of ${shortName(t)} have the same JSON name \"$json\"")

  def sameHint(t: TypeRepr, hint: String): Nothing =
    refuse(s"two leaves of ${shortName(t)} have the same hint \"$hint\"")

  def hintIsField(t: TypeRepr, label: String): Nothing =
    refuse(s"a field of ${shortName(t)} has the name of the type hint \"$label\"")

  def ignoredWithoutDefault(t: TypeRepr, field: String): Nothing =
    refuse(s"@Ignore on $field of ${shortName(t)} needs a default value")

  def notStringified(t: TypeRepr, field: String): Nothing =
    refuse(s"@jsStringified on $field of ${shortName(t)} is for numbers only")

  def customLeaf(t: TypeRepr): Nothing =
    refuse(s"the leaf ${shortName(t)} has a custom codec: use preferTypeHints or TypeHintStyle.WRAPPED, because its fields are not known")

  def notConstant(what: String): Nothing =
    report.errorAndAbort(
      s"ScalaJack: the configuration must be a chain of SJConfig methods with constants, written at the call or as inline def: $what"
    )

  def notAnnotationText(name: String): Nothing = refuse(s"the argument of @$name must be a constant string")

/** There is no codec, and why: what `Derivation.guarded` reports. */
private[scalajack] final class Refused(msg: String) extends RuntimeException(msg, null, false, false)
