package co.blocke.scalajack
package json
package writing

import java.nio.charset.StandardCharsets

/** Compact JSON, as this library writes it, to indented JSON: a pass over the bytes, so that the compact writer knows nothing of it. */
object Pretty:
  def format(compact: Array[Byte], indent: Int): String =
    val out = new java.io.ByteArrayOutputStream(compact.length * 2)
    val step = math.max(indent, 0)
    var depth = 0
    var i = 0
    def newLine(): Unit =
      out.write('\n')
      var k = depth * step
      while k > 0 do
        out.write(' ')
        k -= 1
    while i < compact.length do
      compact(i) match
        case '"' =>
          val from = i
          i += 1
          while i < compact.length && compact(i) != '"' do i += (if compact(i) == '\\' then 2 else 1)
          out.write(compact, from, math.min(i + 1, compact.length) - from)
        case '{' | '[' =>
          out.write(compact(i))
          val next = afterBlanks(compact, i + 1)
          if next < compact.length && (compact(next) == '}' || compact(next) == ']') then
            i = next
            out.write(compact(i))
          else
            depth += 1
            newLine()
        case '}' | ']' =>
          depth -= 1
          newLine()
          out.write(compact(i))
        case ',' =>
          out.write(',')
          newLine()
        case ':' =>
          out.write(':')
          out.write(' ')
        case ' ' | '\n' | '\r' | '\t' => () // only raw fragments have them
        case b                        => out.write(b)
      i += 1
    String(out.toByteArray, StandardCharsets.UTF_8)

  private def afterBlanks(text: Array[Byte], from: Int): Int =
    var i = from
    while i < text.length && text(i) <= ' ' && text(i) >= 0 do i += 1
    i
