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
          if i + 1 < compact.length && (compact(i + 1) == '}' || compact(i + 1) == ']') then
            i += 1
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
        case b => out.write(b)
      i += 1
    String(out.toByteArray, StandardCharsets.UTF_8)
