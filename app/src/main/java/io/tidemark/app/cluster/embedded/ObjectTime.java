package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as objects show them: RFC 3339 in UTC, whole seconds. */
public final class ObjectTime {
  private ObjectTime() {}

  public static Instant wholeSeconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  public static String text(Instant time) {
    return wholeSeconds(time).toString();
  }

  /** The time that a field shows; null where it shows none or one that cannot be read. */
  public static @Nullable Instant read(JsonNode field) {
    if (!field.isTextual()) {
      return null;
    }
    try {
      return OffsetDateTime.parse(field.textValue()).toInstant();
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
