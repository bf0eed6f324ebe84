package co.blocke.scalajack.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The only low-level file: words of 2, 4 and 8 bytes in a byte array (little endian, whatever the machine), strings made from and copied to
 * Latin-1 bytes without a charset, and the two things that depend on the version of the JDK (high half of an unsigned product, virtual threads).
 *
 * <p>All handles are {@code static final}, so the JIT treats them as constants and each accessor is one machine instruction with a bounds check.
 * Accessors throw IndexOutOfBoundsException outside of the array: callers check the end first.
 */
public final class Bytes {
  private Bytes() {}

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  /** {@code Math.unsignedMultiplyHigh}, there from JDK 18 on, else null. */
  private static final MethodHandle UNSIGNED_HIGH =
      find(
          Math.class,
          "unsignedMultiplyHigh",
          MethodType.methodType(long.class, long.class, long.class),
          true);

  /** {@code Thread.isVirtual}, there from JDK 21 on, else null. */
  private static final MethodHandle IS_VIRTUAL =
      find(Thread.class, "isVirtual", MethodType.methodType(boolean.class), false);

  private static MethodHandle find(
      Class<?> owner, String name, MethodType type, boolean isStatic) {
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      return isStatic
          ? lookup.findStatic(owner, name, type)
          : lookup.findVirtual(owner, name, type);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  public static long getLong(byte[] buf, int pos) {
    return (long) LONG.get(buf, pos);
  }

  public static void putLong(byte[] buf, int pos, long word) {
    LONG.set(buf, pos, word);
  }

  public static int getInt(byte[] buf, int pos) {
    return (int) INT.get(buf, pos);
  }

  public static void putInt(byte[] buf, int pos, int word) {
    INT.set(buf, pos, word);
  }

  public static short getShort(byte[] buf, int pos) {
    return (short) SHORT.get(buf, pos);
  }

  public static void putShort(byte[] buf, int pos, short word) {
    SHORT.set(buf, pos, word);
  }

  /** A string of the bytes as Latin-1: one copy, no look at the bytes; the caller knows that they are ASCII. */
  @SuppressWarnings("deprecation")
  public static String latin1(byte[] buf, int from, int len) {
    return new String(buf, 0, from, len);
  }

  /** Copies the low byte of each character: right only when all of them are below 0x100. */
  @SuppressWarnings("deprecation")
  public static void lowBytes(String s, int from, int to, byte[] buf, int pos) {
    s.getBytes(from, to, buf, pos);
  }

  /** High 64 bits of the unsigned 128-bit product. */
  public static long unsignedMultiplyHigh(long a, long b) {
    if (UNSIGNED_HIGH != null) {
      try {
        return (long) UNSIGNED_HIGH.invokeExact(a, b);
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }

  /** Whether the current thread is virtual: those get no buffers of their own. */
  public static boolean onVirtualThread() {
    if (IS_VIRTUAL == null) return false;
    try {
      return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
