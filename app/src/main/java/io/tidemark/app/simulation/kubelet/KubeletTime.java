package io.tidemark.app.simulation.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as a status shows them: RFC 3339 in UTC, whole seconds. */
final class KubeletTime {
  private KubeletTime() {}

  static Instant wholeSeconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  static String text(Instant time) {
    return wholeSeconds(time).toString();
  }

  /** The time that a field shows; null where it shows none or one that cannot be read. */
  static @Nullable Instant read(JsonNode field) {
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
