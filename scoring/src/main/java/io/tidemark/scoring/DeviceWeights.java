package io.tidemark.scoring;

import io.tidemark.api.text.Excerpt;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much each resource counts in a device's score (protocol, section 4.6). At least one is above
 * 0, none below.
 */
public record DeviceWeights(long slot, long core, long memory) {
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");

  public DeviceWeights {
    if (slot < 0 || core < 0 || memory < 0 || (slot == 0 && core == 0 && memory == 0)) {
      throw new IllegalArgumentException("at least one weight must be above 0 and none below");
    }
  }

  /**
   * Reads {@code slot=1,core=1,memory=3}: exactly these keys in any order, with whole numbers.
   *
   * @throws IllegalArgumentException for any other text; the message names the text and what is
   *     wrong with it
   */
  public static DeviceWeights of(String text) {
    Map<String, Long> weights = new HashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? "" : part.substring(0, equals).strip();
      String value = part.substring(equals + 1).strip();
      if (equals < 0) {
        throw wrong(text, Excerpt.quoted(part.strip()) + " is not of the form key=number");
      }
      if (!key.equals("slot") && !key.equals("core") && !key.equals("memory")) {
        throw wrong(text, "unknown key " + Excerpt.quoted(key));
      }
      if (!INTEGER.matcher(value).matches() || Long.parseLong(value) < 0) {
        throw wrong(
            text, key + " must be a whole number from 0 up, found " + Excerpt.quoted(value));
      }
      if (weights.put(key, Long.parseLong(value)) != null) {
        throw wrong(text, key + " is there twice");
      }
    }
    long slot = require(text, "slot", weights.get("slot"));
    long core = require(text, "core", weights.get("core"));
    long memory = require(text, "memory", weights.get("memory"));
    if (slot == 0 && core == 0 && memory == 0) {
      throw wrong(text, "at least one weight must be above 0");
    }
    return new DeviceWeights(slot, core, memory);
  }

  private static long require(String text, String key, @Nullable Long weight) {
    if (weight == null) {
      throw wrong(text, key + " is missing");
    }
    return weight;
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException(
        "must be weights like slot=1,core=1,memory=3, found " + Excerpt.quoted(text) + ": " + why);
  }
}
