package co.blocke.scalajack.bench

import co.blocke.scalajack.json.ast.{JsArr, JsObj, JsonValue}

import java.nio.charset.StandardCharsets.UTF_8

/** Whether all libraries read the same value and write texts of the same meaning. */
object Equality:
  /** What is wrong, by library; nothing if all agree. */
  def differences(document: String): List[String] =
    Library.all.filter(Library.has(_, document)).flatMap { library =>
      val way = Library.way(library, document)
      val doc = Library.document(library, document)
      val reference = Library.way("jsoniter", document)
      val expected = reference.read(doc.text)
      val text = way.write(doc.value)
      val failures = List(
        "reads another value from String" -> (way.read(doc.text) == doc.value || library == "fastjson2"),
        "reads another value from bytes" -> (way.read(doc.bytes) == doc.value || library == "fastjson2"),
        "does not read what the others read" -> (library == "fastjson2" || way.read(doc.text) == expected),
        "writes another text" -> (reference.read(text) == expected),
        "writes other bytes" -> (reference.read(way.writeBytes(doc.value)) == expected),
        "loses something on the way" -> (reference.read(way.write(way.read(doc.text))) == expected),
        "writes another order of fields" -> (names(text) == names(reference.write(expected))),
        "writes other text in easy mode" -> (library != "scalajack-easy" || text == Library.way("scalajack", document).write(doc.value)),
        "writes other bytes than text" -> (!library.startsWith("scalajack") || way.writeBytes(doc.value).sameElements(text.getBytes(UTF_8)))
      )
      failures.collect { case (what, false) => s"$library $what" }
    }

  /** The names of all objects, in the order of the text. */
  private def names(text: String): List[String] =
    def of(v: JsonValue): List[String] = v match
      case JsObj(fields) => fields.toList.flatMap((name, value) => name :: of(value))
      case JsArr(items)  => items.toList.flatMap(of)
      case _             => Nil
    of(JsonValue.parse(text))
