package co.blocke.scalajack
package json
package ast

/** JSON Pointer (RFC 6901) over the tree: `""` is the whole, else every step begins with `/`; `~1` is `/`, `~0` is `~`. */
private[ast] object Pointer:
  def find(root: JsonValue, pointer: String): Option[JsonValue] =
    if pointer.isEmpty then Some(root)
    else if pointer.charAt(0) != '/' then None
    else
      pointer.substring(1).split("/", -1).foldLeft(Option(root)) { (here, step) =>
        for
          v <- here
          name <- unescape(step)
          next <- child(v, name)
        yield next
      }

  private def child(v: JsonValue, name: String): Option[JsonValue] = v match
    case o: JsObj     => o.get(name)
    case JsArr(items) => index(name).flatMap(items.lift)
    case _            => None

  /** Digits without leading zeros. */
  private def index(s: String): Option[Int] =
    if s.nonEmpty && s.length <= 9 && s.forall(c => c >= '0' && c <= '9') && (s.length == 1 || s.charAt(0) != '0') then Some(s.toInt)
    else None

  private def unescape(step: String): Option[String] =
    if step.indexOf('~') < 0 then Some(step)
    else if "~(?![01])".r.findFirstIn(step).isDefined then None
    else Some(step.replace("~1", "/").replace("~0", "~"))

/** JSON Merge Patch (RFC 7396). Members keep their places, new ones follow. Depth of the recursion: that of the patch. */
private[ast] object MergePatch:
  def apply(target: JsonValue, patch: JsonValue): JsonValue = patch match
    case JsObj(changes) =>
      val old = target match
        case JsObj(fields) => fields
        case _             => Vector.empty
      JsObj(changes.foldLeft(old)(change))
    case other => other

  private def change(fields: Vector[(String, JsonValue)], patch: (String, JsonValue)): Vector[(String, JsonValue)] =
    val (name, value) = patch
    val at = fields.lastIndexWhere(_._1 == name)
    if value == JsNull then fields.filterNot(_._1 == name)
    else if at < 0 then fields :+ (name -> MergePatch(JsNull, value))
    else fields.updated(at, name -> MergePatch(fields(at)._2, value))
