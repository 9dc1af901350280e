package io.tidemark.api.codec;

import java.util.Optional;

/** Booleans in the spellings that Go's strconv.ParseBool accepts, which HAMi uses. */
public final class GoBool {
  private GoBool() {}

  /** Empty where the text is none of the accepted spellings. */
  public static Optional<Boolean> parse(String text) {
    return switch (text) {
      case "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
      case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
