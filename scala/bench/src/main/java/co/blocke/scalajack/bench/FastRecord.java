package co.blocke.scalajack.bench;

import java.util.List;

/** The record as fastjson2 wants it: Java classes with public fields in the order of the text. */
public class FastRecord {
  @com.alibaba.fastjson2.annotation.JSONField(ordinal = 1)
  public FastPerson person;

  @com.alibaba.fastjson2.annotation.JSONField(ordinal = 2)
  public List<String> hobbies;

  @com.alibaba.fastjson2.annotation.JSONField(ordinal = 3)
  public List<FastFriend> friends;

  @com.alibaba.fastjson2.annotation.JSONField(ordinal = 4)
  public List<FastPet> pets;

  public static class FastPerson {
    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 1)
    public String name;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 2)
    public int age;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 3)
    public FastAddress address;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 4)
    public String email;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 5)
    public List<String> phone_numbers;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 6)
    public boolean is_employed;
  }

  public static class FastAddress {
    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 1)
    public String street;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 2)
    public String city;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 3)
    public String state;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 4)
    public String postal_code;
  }

  public static class FastFriend {
    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 1)
    public String name;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 2)
    public int age;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 3)
    public String email;
  }

  public static class FastPet {
    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 1)
    public String name;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 2)
    public String species;

    @com.alibaba.fastjson2.annotation.JSONField(ordinal = 3)
    public int age;
  }
}
