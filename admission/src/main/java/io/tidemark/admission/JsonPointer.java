package io.tidemark.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Paths into a JSON document (RFC 6901) as their segments. */
final class JsonPointer {
  private static final Pattern BARE_TILDE = Pattern.compile("~(?![01])");

  private JsonPointer() {}

  /** For instance {@code /spec/nodeSelector/example.com~1zone}. */
  static String of(List<String> segments) {
    StringBuilder pointer = new StringBuilder();
    for (String segment : segments) {
      pointer.append('/').append(segment.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  /**
   * @throws IllegalArgumentException where the text is no JSON pointer
   */
  static List<String> parse(String pointer) {
    List<String> segments = new ArrayList<>();
    if (pointer.isEmpty()) {
      return segments;
    }
    if (pointer.charAt(0) != '/') {
      throw new IllegalArgumentException("a JSON pointer starts with /");
    }
    for (String escaped : pointer.substring(1).split("/", -1)) {
      if (BARE_TILDE.matcher(escaped).find()) {
        throw new IllegalArgumentException("a ~ in a JSON pointer is written ~0");
      }
      segments.add(escaped.replace("~1", "/").replace("~0", "~"));
    }
    return segments;
  }
}
