package io.tidemark.api.codec;

import io.tidemark.api.model.Handshake;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text of a handshake annotation: {@code Requesting_2030-01-31 12:00:05}, in the time zone of
 * the scheduler that wrote it (protocol, section 1.5).
 */
public final class HandshakeCodec {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private HandshakeCodec() {}

  /**
   * Anything that is not an unanswered request with a readable time counts as alive.
   *
   * @param text null where the annotation is absent
   */
  public static Handshake decode(@Nullable String text, ZoneId zone) {
    if (text == null || !text.contains("Requesting")) {
      return Handshake.ALIVE;
    }
    String[] parts = text.split("_", -1);
    if (parts.length < 2) {
      return Handshake.ALIVE;
    }
    try {
      LocalDateTime time = LocalDateTime.parse(parts[1], TIME);
      return new Handshake(time.atZone(zone).toInstant());
    } catch (DateTimeParseException e) {
      return Handshake.ALIVE;
    }
  }
}
