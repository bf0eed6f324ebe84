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

/** JSON Merge Patch (RFC 7396). Members keep their places, new ones follow. Without recursion: patches may be deeper than the stack. */
private[ast] object MergePatch:
  def apply(target: JsonValue, patch: JsonValue): JsonValue = patch match
    case JsObj(changes) => merged(Members(target, changes))
    case other          => other

  private def merged(root: Members): JsonValue =
    var open = root :: Nil
    var result: Option[JsonValue] = None
    while result.isEmpty do
      val here = open.head
      if here.changes.hasNext then
        here.changes.next() match
          case (name, JsNull) => here.remove(name)
          case (name, JsObj(inner)) =>
            here.waiting = name
            open = Members(here.value(name), inner) :: open
          case (name, other) => here.put(name, other)
      else
        open = open.tail
        open.headOption match
          case Some(outer) => outer.put(outer.waiting, here.result)
          case None        => result = Some(here.result)
    result.get

  /** An object that is being changed; what is no object counts as an empty one. */
  private final class Members(target: JsonValue, all: Vector[(String, JsonValue)]):
    val changes: Iterator[(String, JsonValue)] = all.iterator
    var waiting: String = "" // the member whose merged value comes next
    private var fields = target match
      case JsObj(fields) => fields
      case _             => Vector.empty
    private val places = new java.util.HashMap[String, Int] // of the last member of each name
    index()

    private def index(): Unit =
      places.clear()
      fields.iterator.zipWithIndex.foreach((f, i) => places.put(f._1, i))

    private def place(name: String): Int = places.getOrDefault(name, -1)

    def value(name: String): JsonValue = if place(name) < 0 then JsNull else fields(place(name))._2

    def put(name: String, v: JsonValue): Unit =
      if place(name) >= 0 then fields = fields.updated(place(name), name -> v)
      else
        places.put(name, fields.length)
        fields = fields :+ (name -> v)

    def remove(name: String): Unit =
      if place(name) >= 0 then
        fields = fields.filterNot(_._1 == name)
        index()

    def result: JsonValue = JsObj(fields)
