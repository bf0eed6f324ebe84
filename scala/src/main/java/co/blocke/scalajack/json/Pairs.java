package co.blocke.scalajack.json;

/** Two digits at once from tables: little-endian shorts for {@link Bytes#putShort}. {@code static final}, so that the JIT knows the arrays. */
public final class Pairs {
  private Pairs() {}

  private static final short[] DECIMAL = new short[100];
  private static final short[] HEX = new short[256];

  static {
    for (int i = 0; i < 100; i++) DECIMAL[i] = (short) (('0' + i % 10) << 8 | '0' + i / 10);
    for (int i = 0; i < 256; i++)
      HEX[i] = (short) (Character.forDigit(i & 15, 16) << 8 | Character.forDigit(i >> 4, 16));
  }

  /** "00" to "99". */
  public static short decimal(int x) {
    return DECIMAL[x];
  }

  /** The two lower-case hex digits of the low byte. */
  public static short hex(int x) {
    return HEX[x & 0xff];
  }
}
