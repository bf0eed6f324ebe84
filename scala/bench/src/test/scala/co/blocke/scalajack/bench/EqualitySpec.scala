package co.blocke.scalajack.bench

/** All libraries give equal values, document by document. */
class EqualitySpec extends munit.FunSuite:
  Library.documents.foreach { d =>
    test(s"6 benchmarks [W]: all libraries agree on $d")(assertEquals(Equality.differences(d), Nil))
  }
