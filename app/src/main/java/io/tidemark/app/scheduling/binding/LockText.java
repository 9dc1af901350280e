package io.tidemark.app.scheduling.binding;

import io.tidemark.api.model.PodKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** The text of a node lock (protocol, section 1.9). */
public sealed interface LockText {
  /** Nobody holds the lock. */
  record Free() implements LockText {}

  /** {@code <RFC3339>,<namespace>,<name>}: the plugin finds its pod by it. */
  record Owned(PodKey owner, Instant since) implements LockText {}

  /** {@code <RFC3339>} alone, as old schedulers wrote it: nobody knows whose it is. */
  record Bare(Instant since) implements LockText {}

  /** Anything else. Nobody could ever release it. */
  record Unreadable() implements LockText {}

  static LockText read(String text) {
    if (text.isEmpty()) {
      return new Free();
    }
    String[] parts = text.split(",", -1);
    try {
      Instant since = OffsetDateTime.parse(parts[0]).toInstant();
      if (parts.length == 1) {
        return new Bare(since);
      }
      return parts.length == 3 && !parts[1].isEmpty() && !parts[2].isEmpty()
          ? new Owned(new PodKey(parts[1], parts[2]), since)
          : new Unreadable();
    } catch (DateTimeException e) {
      return new Unreadable();
    }
  }

  /** The lock of a pod, taken at that time. */
  static String of(PodKey pod, Instant at) {
    return bare(at) + "," + pod.namespace() + "," + pod.name();
  }

  /** A lock without owner, taken at that time. */
  static String bare(Instant at) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        at.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC));
  }
}
