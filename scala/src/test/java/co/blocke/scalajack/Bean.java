package co.blocke.scalajack;

import co.blocke.scala_reflection.Ignore;
import java.util.List;

/** A model of the tests: properties of several types, an `is` getter, an ignored one, one without setter. */
public class Bean {
  private String name = "none";
  private int age = 1;
  private boolean active;
  private List<String> tags;
  private Bean next;
  private String secret = "s";

  public String getName() { return name; }
  public void setName(String x) { name = x; }
  public int getAge() { return age; }
  public void setAge(int x) { age = x; }
  public boolean isActive() { return active; }
  public void setActive(boolean x) { active = x; }
  public List<String> getTags() { return tags; }
  public void setTags(List<String> x) { tags = x; }
  public Bean getNext() { return next; }
  public void setNext(Bean x) { next = x; }
  @Ignore
  public String getSecret() { return secret; }
  public void setSecret(String x) { secret = x; }
  public int getReadOnly() { return 9; }
}
