package co.blocke.scalajack.json;

import java.math.BigInteger;

/**
 * Powers of ten for both directions of Double: reading multiplies a decimal significand by 128 bits of one of them (Eisel-Lemire), printing a
 * binary one. Made once, when the first number needs it, with exact integers: 667 short divisions.
 *
 * <p>In Java because its {@code static final} arrays are constants for the JIT; a field of a Scala object is loaded and tested at each use.
 */
public final class PowersOfTen {
  private PowersOfTen() {}

  public static final int MIN = -342;
  public static final int MAX = 324;

  /**
   * The first 128 bits of 10^n, n from MIN on: high half at {@code 2 * (n - MIN)}, low half after it. Cut off, but for n from -27 to -1, where
   * Lemire's proof wants one more.
   */
  private static final long[] BITS = new long[2 * (MAX - MIN + 1)];

  /** 10^0 to 10^22, all exact. */
  private static final double[] DOUBLES = new double[23];

  /** 10^0 to 10^18. */
  private static final long[] LONGS = new long[19];

  static {
    BigInteger five = BigInteger.valueOf(5);
    BigInteger power = BigInteger.ONE; // 5^i: the powers of two do not change the bits
    for (int i = 0; i <= -MIN; i++) {
      if (i <= MAX) set(i, aligned(power));
      if (i > 0) {
        BigInteger inverse = BigInteger.ONE.shiftLeft(power.bitLength() + 127).divide(power);
        set(-i, i <= 27 ? inverse.add(BigInteger.ONE) : inverse);
      }
      power = power.multiply(five);
    }
    for (int i = 0; i < DOUBLES.length; i++) DOUBLES[i] = BigInteger.TEN.pow(i).doubleValue();
    for (int i = 0; i < LONGS.length; i++) LONGS[i] = BigInteger.TEN.pow(i).longValue();
  }

  private static BigInteger aligned(BigInteger x) {
    int surplus = x.bitLength() - 128;
    return surplus >= 0 ? x.shiftRight(surplus) : x.shiftLeft(-surplus);
  }

  private static void set(int n, BigInteger x) {
    BITS[2 * (n - MIN)] = x.shiftRight(64).longValue();
    BITS[2 * (n - MIN) + 1] = x.longValue();
  }

  /** High half of the bits of 10^n, MIN to MAX. */
  public static long high(int n) {
    return BITS[2 * (n - MIN)];
  }

  /** Low half. */
  public static long low(int n) {
    return BITS[2 * (n - MIN) + 1];
  }

  /** 10^n as a double, 0 to 22. */
  public static double exact(int n) {
    return DOUBLES[n];
  }

  /** 10^n, 0 to 18. */
  public static long whole(int n) {
    return LONGS[n];
  }
}
