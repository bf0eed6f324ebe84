package co.blocke.scalajack
package json
package reading

/** Objects and arrays: brackets, commas, names. This is the protocol that generated code speaks.
  *
  * {{{
  * if !in.objectStart() then null                       // JSON null taken; else '{' taken, one level deeper
  * else
  *   var name: String = null; var age = 0; var seen = 0
  *   var more = in.firstField()                         // false: '}' taken
  *   if more && in.isField(7, 0x3a22656d616e2200L) then // straight line: the declared order is expected
  *     name = in.expectString(); seen |= 1; more = in.nextField()
  *   if more && in.isField(6, 0x3a22656761220000L) then
  *     age = in.expectInt(); seen |= 2; more = in.nextField()
  *   while more do                                      // whatever is left, in any order
  *     in.fieldName() match                             // takes the name and ':'; the hash of the name
  *       case 3373707 if in.nameIs("name") => if (seen & 1) != 0 then in.duplicateField(); ...
  *       case _ => in.skipValue()                       // or in.unknownField()
  *     more = in.nextField()
  * }}}
  *
  * The words of isField are made by [[FieldWords]] at compile time: the bytes of `"name":`, quotes and colon included, so that one or two
  * comparisons of longs stand for reading a name. Names with escapes, blanks before the colon or another order take the slow way.
  */
abstract class Fields extends SourceBase:
  /** Range of the bytes of the last name without quotes; an escaped name lies decoded in `nameBuf`. */
  private[scalajack] var nameBuf: Array[Byte] = SourceBase.empty
  private[scalajack] var nameFrom: Int = 0
  private[scalajack] var nameTo: Int = 0

  /** The last name when it had escapes or characters beyond ASCII. */
  private var decodedName: String | Null = null

  /** Position of the quote before the last name. */
  private[scalajack] var nameAt: Int = 0

  // ---- objects

  /** True: `{` taken, one level deeper; false: null taken. */
  final def objectStart(): Boolean =
    if peek() == '{' then
      at += 1
      enter()
      true
    else if expectNull() then false
    else fail("Expected object start '{' or null")

  /** True: a name follows; false: `}` taken, one level up. */
  final def firstField(): Boolean =
    if peek() == '}' then
      at += 1
      depth -= 1
      false
    else true

  /** After a value. True: `,` taken and a name follows; false: `}` taken, one level up. */
  final def nextField(): Boolean =
    val b = peek()
    if b == ',' then
      at += 1
      peek()
      true
    else if b == '}' then
      at += 1
      depth -= 1
      false
    else failFound("Expected ',' or '}' but found")

  /** Whether the next bytes are this name with quotes and colon (`len` up to 8): then they are taken. */
  final def isField(len: Int, word: Long): Boolean =
    val p = at
    if p + 8 <= end && (Bytes.getLong(buf, p) << ((8 - len) << 3)) == word then
      at = p + len
      true
    else false

  /** The same for `len` from 9 to 16: the first 8 bytes and the last 8. */
  final def isField(len: Int, first: Long, last: Long): Boolean =
    val p = at
    if p + len <= end && Bytes.getLong(buf, p) == first && Bytes.getLong(buf, p + len - 8) == last then
      at = p + len
      true
    else false

  /** The same for `len` from 17 to 24. */
  final def isField(len: Int, first: Long, second: Long, last: Long): Boolean =
    val p = at
    if p + len <= end && Bytes.getLong(buf, p) == first && Bytes.getLong(buf, p + 8) == second &&
      Bytes.getLong(buf, p + len - 8) == last
    then
      at = p + len
      true
    else false

  /** The same for longer ASCII names, given with quotes and colon. */
  final def isField(raw: String): Boolean =
    val p = at
    val n = raw.length
    if p + n > end then false
    else
      var i = 0
      val buf = this.buf
      while i < n && buf(p + i) == raw.charAt(i) do i += 1
      if i == n then
        at = p + n
        true
      else false

  /** Takes a name and the colon; the hash of the name ([[FieldWords.hash]]). */
  final def fieldName(): Int =
    if peek() != '"' then failFound("Expected object field name or '}' but found")
    val h = hashHere()
    colon()
    h

  /** Takes a string value; its hash, for `nameIs` and `nameText`: names of enums and type hints are compared without making a String. */
  final def textHash(): Int =
    if peek() != '"' then failFound("Expected a String value but got")
    hashHere()

  private def hashHere(): Int =
    nameAt = at
    var p = at + 1
    val buf = this.buf
    val end = this.end
    var h = 0
    var b = 0
    while p < end && { b = buf(p); b >= ' ' && b != '"' && b != '\\' } do
      h = h * 31 + b
      p += 1
    if b == '"' && p < end then
      nameBuf = buf
      decodedName = null
      nameFrom = at + 1
      nameTo = p
      at = p + 1
      h
    else hashSlow()

  /** Names with escapes or beyond ASCII. */
  private def hashSlow(): Int =
    val name = requiredString()
    val bytes = name.getBytes(java.nio.charset.StandardCharsets.UTF_8)
    decodedName = name // lone surrogates have no bytes
    nameBuf = bytes
    nameFrom = 0
    nameTo = bytes.length
    FieldWords.hash(bytes)

  /** A string that is not null, at its quote. */
  private[reading] def requiredString(): String

  /** Takes a name and the colon without a look at the name. */
  final def skipName(): Unit =
    if peek() != '"' then failFound("Expected object field name or '}' but found")
    skipString(at + 1)
    colon()

  private[reading] def skipString(from: Int): Unit

  final def colon(): Unit =
    if peek() == ':' then at += 1
    else fail(s"Expected ':' field separator but found ${charHere()}")

  /** Whether the last name is this one. */
  final def nameIs(name: String): Boolean =
    val n = name.length
    var i = 0
    if n == nameTo - nameFrom then
      while i < n && nameBuf(nameFrom + i) == name.charAt(i) do i += 1
      i == n || nameIsSlow(name)
    else nameIsSlow(name)

  private def nameIsSlow(name: String): Boolean =
    !FieldWords.isPlain(name) && nameText() == name

  /** The last name as a String. */
  final def nameText(): String =
    val decoded = decodedName
    if decoded != null then decoded.nn else Bytes.latin1(nameBuf, nameFrom, nameTo - nameFrom)

  final def duplicateField(): Nothing = refuse(s"Duplicate field ${nameText()}", nameAt)
  final def unknownField(): Nothing = refuse(s"Unknown field ${nameText()}", nameAt)

  /** After `}` of the object: JSON names of what was not there. */
  final def missingFields(names: String): Nothing = refuse(s"Missing required field(s) $names", at - 1)

  // ---- arrays

  /** True: `[` taken, one level deeper; false: null taken. */
  final def arrayStart(): Boolean =
    if peek() == '[' then
      at += 1
      enter()
      true
    else if expectNull() then false
    else failFound("Expected array start '[' or null but got")

  /** True: an element follows; false: `]` taken, one level up. */
  final def firstElement(): Boolean =
    if peek() == ']' then
      at += 1
      depth -= 1
      false
    else true

  /** After an element. True: `,` taken; false: `]` taken, one level up. */
  final def nextElement(): Boolean =
    val b = peek()
    if b == ',' then
      at += 1
      true
    else if b == ']' then
      at += 1
      depth -= 1
      false
    else failFound("Expected ',' or ']' got")

  /** Tuples: `,` between members. */
  final def tupleComma(): Unit =
    if peek() == ',' then at += 1 else fail("Expected ',' here")

  /** Tuples: `]` after the last member, one level up. */
  final def tupleEnd(): Unit =
    if peek() == ']' then
      at += 1
      depth -= 1
    else fail("Expected ']' here")

  // ---- null

  /** Takes `null` if it stands here. */
  final def expectNull(): Boolean =
    if peek() == 'n' then
      nullWord()
      true
    else false

  private def nullWord(): Unit =
    if at + 4 <= end && Bytes.getInt(buf, at) == 0x6c6c756e then at += 4
    else wordFailed("null", "Expected 'null' here")

  /** A word that begins well: cut off it is the end of the input, else its first wrong letter counts as the error of the value. */
  private[reading] final def wordFailed(word: String, msg: String): Nothing =
    var i = 0
    while at + i < end && i < word.length && buf(at + i) == word.charAt(i) do i += 1
    if at + i >= end then refuse(SourceBase.EndMessage, end) else refuse(msg, at)

/** Names as the words that [[Fields.isField]] compares; run by the macro. */
object FieldWords:
  /** Printable ASCII without quote and backslash: the name stands in the text as it is. */
  def isPlain(name: String): Boolean = name.forall(c => c >= ' ' && c < 0x7f && c != '"' && c != '\\')

  /** `"name":` of a plain name. */
  def raw(name: String): String = "\"" + name + "\":"

  /** The literals for isField(len, ...): one for up to 8 bytes, two up to 16, three up to 24; empty for longer ones. */
  def words(raw: String): List[Long] =
    val n = raw.length
    def word(from: Int): Long = (0 until 8).foldLeft(0L)((w, i) => w | (raw.charAt(from + i) & 0xffL) << (i * 8))
    if n <= 8 then List(raw.foldRight(0L)((c, w) => (w << 8) | c) << ((8 - n) << 3))
    else if n <= 16 then List(word(0), word(n - 8))
    else if n <= 24 then List(word(0), word(8), word(n - 8))
    else Nil

  /** Hash of the UTF-8 bytes of a name. */
  def hash(name: String): Int = hash(name.getBytes(java.nio.charset.StandardCharsets.UTF_8))

  private[reading] def hash(bytes: Array[Byte]): Int =
    var h = 0
    var i = 0
    while i < bytes.length do
      h = h * 31 + bytes(i)
      i += 1
    h
