package co.blocke.scalajack

// The closed sets that settings choose from, and the annotations of fields. See SJConfig for what each does.

/** How a `Failure` is written. */
enum TryPolicy:
  case AS_NULL, ERR_MSG_STRING, THROW_EXCEPTION

/** How a `Left` is written. */
enum EitherLeftPolicy:
  case AS_VALUE, AS_NULL, ERR_MSG_STRING, THROW_EXCEPTION

/** What the hint of a leaf holds. */
enum TypeHintPolicy:
  case SIMPLE_CLASSNAME, SCRAMBLE_CLASSNAME, USE_ANNOTATION

/** Where the hint of a leaf stands: a field, or the only name of a wrapping object. */
enum TypeHintStyle:
  case FLAT, WRAPPED

/** What happens when a class field is given twice. */
enum DuplicateKeyPolicy:
  case REJECT, FIRST_WINS, LAST_WINS

/** What becomes of NaN and the infinities. */
enum NonFinitePolicy:
  case THROW, AS_NULL, AS_STRING

/** Scala name to JSON name. A word begins at a capital after a small letter or digit, and at the last of several capitals before a
  * small letter: `HTTPServer` is `http_server`, `userID2` is `user_id2`.
  */
enum NameMapper:
  case IDENTITY, SNAKE_CASE, KEBAB_CASE, CAMEL_CASE, PASCAL_CASE, SCREAMING_SNAKE_CASE

  /** The JSON name of `name`. */
  def apply(name: String): String = this match
    case IDENTITY             => name
    case SNAKE_CASE           => NameMapper.words(name).map(_.toLowerCase(java.util.Locale.ROOT)).mkString("_")
    case KEBAB_CASE           => NameMapper.words(name).map(_.toLowerCase(java.util.Locale.ROOT)).mkString("-")
    case SCREAMING_SNAKE_CASE => NameMapper.words(name).map(_.toUpperCase(java.util.Locale.ROOT)).mkString("_")
    case CAMEL_CASE =>
      NameMapper.words(name) match
        case first :: rest => first.toLowerCase(java.util.Locale.ROOT) + rest.map(NameMapper.capital).mkString
        case Nil           => name
    case PASCAL_CASE => NameMapper.words(name).map(NameMapper.capital).mkString

object NameMapper:
  private def capital(word: String): String =
    word.take(1).toUpperCase(java.util.Locale.ROOT) + word.drop(1).toLowerCase(java.util.Locale.ROOT)

  /** The words of a name; `_` and `-` part words and vanish, unless the name is nothing else. */
  private[scalajack] def words(name: String): List[String] =
    val found = List.newBuilder[String]
    val word = new StringBuilder
    def close(): Unit = if word.nonEmpty then { found += word.toString; word.clear() }
    for i <- 0 until name.length do
      val c = name.charAt(i)
      if c == '_' || c == '-' then close()
      else
        if c.isUpper && i > 0 then
          val before = name.charAt(i - 1)
          val nextSmall = i + 1 < name.length && name.charAt(i + 1).isLower
          if before.isLower || before.isDigit || (before.isUpper && nextSmall) then close()
        word += c
    close()
    val all = found.result()
    if all.isEmpty then List(name) else all
