package co.blocke.scalajack

// Models of many fields: beyond one word of bits, beyond one method.
// format: off
case class Wide64(
    f0: Int, f1: String, f2: Option[Long], f3: Int, f4: String, f5: Option[Long], f6: Int, f7: String, f8: Option[Long],
    f9: Int, f10: String, f11: Option[Long], f12: Int, f13: String, f14: Option[Long], f15: Int, f16: String, f17: Option[Long],
    f18: Int, f19: String, f20: Option[Long], f21: Int, f22: String, f23: Option[Long], f24: Int, f25: String, f26: Option[Long],
    f27: Int, f28: String, f29: Option[Long], f30: Int, f31: String, f32: Option[Long], f33: Int, f34: String, f35: Option[Long],
    f36: Int, f37: String, f38: Option[Long], f39: Int, f40: String, f41: Option[Long], f42: Int, f43: String, f44: Option[Long],
    f45: Int, f46: String, f47: Option[Long], f48: Int, f49: String, f50: Option[Long], f51: Int, f52: String, f53: Option[Long],
    f54: Int, f55: String, f56: Option[Long], f57: Int, f58: String, f59: Option[Long], f60: Int, f61: String, f62: Option[Long],
    f63: Int
)
case class Wide65(
    f0: Int, f1: String, f2: Option[Long], f3: Int, f4: String, f5: Option[Long], f6: Int, f7: String, f8: Option[Long],
    f9: Int, f10: String, f11: Option[Long], f12: Int, f13: String, f14: Option[Long], f15: Int, f16: String, f17: Option[Long],
    f18: Int, f19: String, f20: Option[Long], f21: Int, f22: String, f23: Option[Long], f24: Int, f25: String, f26: Option[Long],
    f27: Int, f28: String, f29: Option[Long], f30: Int, f31: String, f32: Option[Long], f33: Int, f34: String, f35: Option[Long],
    f36: Int, f37: String, f38: Option[Long], f39: Int, f40: String, f41: Option[Long], f42: Int, f43: String, f44: Option[Long],
    f45: Int, f46: String, f47: Option[Long], f48: Int, f49: String, f50: Option[Long], f51: Int, f52: String, f53: Option[Long],
    f54: Int, f55: String, f56: Option[Long], f57: Int, f58: String, f59: Option[Long], f60: Int, f61: String, f62: Option[Long],
    f63: Int, f64: String
)
case class Wide130(
    f0: Int, f1: String, f2: Option[Long], f3: Int, f4: String, f5: Option[Long], f6: Int, f7: String, f8: Option[Long],
    f9: Int, f10: String, f11: Option[Long], f12: Int, f13: String, f14: Option[Long], f15: Int, f16: String, f17: Option[Long],
    f18: Int, f19: String, f20: Option[Long], f21: Int, f22: String, f23: Option[Long], f24: Int, f25: String, f26: Option[Long],
    f27: Int, f28: String, f29: Option[Long], f30: Int, f31: String, f32: Option[Long], f33: Int, f34: String, f35: Option[Long],
    f36: Int, f37: String, f38: Option[Long], f39: Int, f40: String, f41: Option[Long], f42: Int, f43: String, f44: Option[Long],
    f45: Int, f46: String, f47: Option[Long], f48: Int, f49: String, f50: Option[Long], f51: Int, f52: String, f53: Option[Long],
    f54: Int, f55: String, f56: Option[Long], f57: Int, f58: String, f59: Option[Long], f60: Int, f61: String, f62: Option[Long],
    f63: Int, f64: String, f65: Option[Long], f66: Int, f67: String, f68: Option[Long], f69: Int, f70: String, f71: Option[Long],
    f72: Int, f73: String, f74: Option[Long], f75: Int, f76: String, f77: Option[Long], f78: Int, f79: String, f80: Option[Long],
    f81: Int, f82: String, f83: Option[Long], f84: Int, f85: String, f86: Option[Long], f87: Int, f88: String, f89: Option[Long],
    f90: Int, f91: String, f92: Option[Long], f93: Int, f94: String, f95: Option[Long], f96: Int, f97: String, f98: Option[Long],
    f99: Int, f100: String, f101: Option[Long], f102: Int, f103: String, f104: Option[Long], f105: Int, f106: String, f107: Option[Long],
    f108: Int, f109: String, f110: Option[Long], f111: Int, f112: String, f113: Option[Long], f114: Int, f115: String, f116: Option[Long],
    f117: Int, f118: String, f119: Option[Long], f120: Int, f121: String, f122: Option[Long], f123: Int, f124: String, f125: Option[Long],
    f126: Int, f127: String, f128: Option[Long], f129: Int
)
case class Wide252(
    f0: Int, f1: String, f2: Option[Long], f3: Int, f4: String, f5: Option[Long], f6: Int, f7: String, f8: Option[Long],
    f9: Int, f10: String, f11: Option[Long], f12: Int, f13: String, f14: Option[Long], f15: Int, f16: String, f17: Option[Long],
    f18: Int, f19: String, f20: Option[Long], f21: Int, f22: String, f23: Option[Long], f24: Int, f25: String, f26: Option[Long],
    f27: Int, f28: String, f29: Option[Long], f30: Int, f31: String, f32: Option[Long], f33: Int, f34: String, f35: Option[Long],
    f36: Int, f37: String, f38: Option[Long], f39: Int, f40: String, f41: Option[Long], f42: Int, f43: String, f44: Option[Long],
    f45: Int, f46: String, f47: Option[Long], f48: Int, f49: String, f50: Option[Long], f51: Int, f52: String, f53: Option[Long],
    f54: Int, f55: String, f56: Option[Long], f57: Int, f58: String, f59: Option[Long], f60: Int, f61: String, f62: Option[Long],
    f63: Int, f64: String, f65: Option[Long], f66: Int, f67: String, f68: Option[Long], f69: Int, f70: String, f71: Option[Long],
    f72: Int, f73: String, f74: Option[Long], f75: Int, f76: String, f77: Option[Long], f78: Int, f79: String, f80: Option[Long],
    f81: Int, f82: String, f83: Option[Long], f84: Int, f85: String, f86: Option[Long], f87: Int, f88: String, f89: Option[Long],
    f90: Int, f91: String, f92: Option[Long], f93: Int, f94: String, f95: Option[Long], f96: Int, f97: String, f98: Option[Long],
    f99: Int, f100: String, f101: Option[Long], f102: Int, f103: String, f104: Option[Long], f105: Int, f106: String, f107: Option[Long],
    f108: Int, f109: String, f110: Option[Long], f111: Int, f112: String, f113: Option[Long], f114: Int, f115: String, f116: Option[Long],
    f117: Int, f118: String, f119: Option[Long], f120: Int, f121: String, f122: Option[Long], f123: Int, f124: String, f125: Option[Long],
    f126: Int, f127: String, f128: Option[Long], f129: Int, f130: String, f131: Option[Long], f132: Int, f133: String, f134: Option[Long],
    f135: Int, f136: String, f137: Option[Long], f138: Int, f139: String, f140: Option[Long], f141: Int, f142: String, f143: Option[Long],
    f144: Int, f145: String, f146: Option[Long], f147: Int, f148: String, f149: Option[Long], f150: Int, f151: String, f152: Option[Long],
    f153: Int, f154: String, f155: Option[Long], f156: Int, f157: String, f158: Option[Long], f159: Int, f160: String, f161: Option[Long],
    f162: Int, f163: String, f164: Option[Long], f165: Int, f166: String, f167: Option[Long], f168: Int, f169: String, f170: Option[Long],
    f171: Int, f172: String, f173: Option[Long], f174: Int, f175: String, f176: Option[Long], f177: Int, f178: String, f179: Option[Long],
    f180: Int, f181: String, f182: Option[Long], f183: Int, f184: String, f185: Option[Long], f186: Int, f187: String, f188: Option[Long],
    f189: Int, f190: String, f191: Option[Long], f192: Int, f193: String, f194: Option[Long], f195: Int, f196: String, f197: Option[Long],
    f198: Int, f199: String, f200: Option[Long], f201: Int, f202: String, f203: Option[Long], f204: Int, f205: String, f206: Option[Long],
    f207: Int, f208: String, f209: Option[Long], f210: Int, f211: String, f212: Option[Long], f213: Int, f214: String, f215: Option[Long],
    f216: Int, f217: String, f218: Option[Long], f219: Int, f220: String, f221: Option[Long], f222: Int, f223: String, f224: Option[Long],
    f225: Int, f226: String, f227: Option[Long], f228: Int, f229: String, f230: Option[Long], f231: Int, f232: String, f233: Option[Long],
    f234: Int, f235: String, f236: Option[Long], f237: Int, f238: String, f239: Option[Long], f240: Int, f241: String, f242: Option[Long],
    f243: Int, f244: String, f245: Option[Long], f246: Int, f247: String, f248: Option[Long], f249: Int, f250: String, f251: Option[Long]
)
// format: on

class WideSpec extends ContractSuite:
  private def text(n: Int, order: Seq[Int]): String =
    order.filter(_ < n).map(i =>
      s"\"f$i\":" + (if i % 3 == 0 then i.toString else if i % 3 == 1 then s"\"s$i\"" else (i * 10L).toString)
    ).mkString("{", ",", "}")

  private def check[T <: Product](n: Int)(using sj: ScalaJack[T]): Unit =
    val js = text(n, 0 until n)
    val v = sj.fromJson(js)
    assertEquals(v.productArity, n)
    assertEquals(written(v), js)
    reads(js, v)
    reads(text(n, (0 until n).reverse), v)
    val few = text(n, (0 until n).filter(_ % 3 != 2))
    assertEquals(written(sj.fromJson(few)), few)
    assertEquals(
      intercept[JsonParseError](sj.fromJson(text(n, (0 until n).filter(i => i != 3 && i != 61)))).msg,
      "Missing required field(s) f3, f61"
    )
    assertEquals(intercept[JsonParseError](sj.fromJson(js.dropRight(1) + ",\"f4\":\"x\"}")).msg, "Duplicate field f4")

  test("4.1 many fields [W]: 64") {
    given ScalaJack[Wide64] = ScalaJack.sjCodecOf[Wide64]
    check[Wide64](64)
  }
  test("4.1 many fields [W]: 65") {
    given ScalaJack[Wide65] = ScalaJack.sjCodecOf[Wide65]
    check[Wide65](65)
  }
  test("4.1 many fields [W]: 130") {
    given ScalaJack[Wide130] = ScalaJack.sjCodecOf[Wide130]
    check[Wide130](130)
  }
  test("4.1 many fields [W]: 252") {
    given ScalaJack[Wide252] = ScalaJack.sjCodecOf[Wide252]
    check[Wide252](252)
  }
