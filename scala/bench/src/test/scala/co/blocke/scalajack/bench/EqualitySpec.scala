package co.blocke.scalajack.bench

/** All libraries give equal values, document by document. */
class EqualitySpec extends munit.FunSuite:
  Library.documents.foreach { d =>
    test(s"6 benchmarks [W]: all libraries agree on $d")(assertEquals(Equality.differences(d), Nil))
  }
  test("6 benchmarks [W]: easy mode is measured, and so compared, on Record and the products") {
    assertEquals(Library.documents.filter(Library.has("scalajack-easy", _)), List("record", "products"))
  }
