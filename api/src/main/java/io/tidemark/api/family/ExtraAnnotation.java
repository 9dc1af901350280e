package io.tidemark.api.family;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A further pod annotation that a device plugin reads: a text, or a JSON list.
 *
 * @param key of the annotation
 * @param value its text, with {@link Placeholder}s in braces; written once for each device and
 *     joined by commas where {@code devices} is set; empty for a JSON list
 * @param fields of each device's object in a JSON list; what is empty or 0 is left out
 * @param devices of which devices it tells; null: of the pod as a whole
 * @param byContainer the JSON list has one list per container
 */
public record ExtraAnnotation(
    String key,
    String value,
    Map<String, Placeholder> fields,
    @Nullable Devices devices,
    boolean byContainer) {
  public ExtraAnnotation {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** The devices that an extra annotation tells of. */
  public enum Devices {
    /** All, container by container. */
    ALL,
    /** The first one of the first container that has any. */
    FIRST,
    /** Those of the last container that has any. */
    LAST_CONTAINER
  }

  /** What an extra annotation can tell. */
  public enum Placeholder {
    /** The card's index. */
    INDEX,
    UUID,
    /** The memory in MiB. */
    MEMORY,
    /** The memory in units of the resource, rounded down. */
    MEMORY_UNITS,
    CORES,
    /** The name of the template; empty for a whole card. */
    TEMPLATE,
    /** The node's name. */
    NODE,
    /** The time of the decision in seconds since 1970. */
    SECONDS,
    /** The same in nanoseconds. */
    NANOSECONDS
  }
}
