package co.blocke.scalajack;

/** Without the constructor that beans need. */
public class NoZero {
  private int a;
  public NoZero(int a) { this.a = a; }
  public int getA() { return a; }
  public void setA(int x) { a = x; }
}
