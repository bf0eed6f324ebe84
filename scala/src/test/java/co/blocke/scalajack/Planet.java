package co.blocke.scalajack;

/** A Java enum of the tests; toString is not the name. */
public enum Planet {
  EARTH,
  MARS;

  @Override
  public String toString() { return name().toLowerCase(); }
}
