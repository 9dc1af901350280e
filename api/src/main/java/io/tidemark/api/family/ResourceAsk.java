package io.tidemark.api.family;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.api.codec.Quantities;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a container's resources say about one family, as written: limits first, then requests, for
 * each name by itself (protocol, section 2.2). Null is a name that stands in neither. A family may
 * read its limits alone.
 *
 * @param unsupported the first name that cannot be honoured and is written all the same
 */
public record ResourceAsk(
    @Nullable BigDecimal count,
    @Nullable BigDecimal memory,
    @Nullable BigDecimal memoryPercent,
    @Nullable BigDecimal cores,
    @Nullable BigDecimal priority,
    @Nullable String unsupported) {

  /**
   * Reads a container object. Values that are no quantities count as not written: the reader of the
   * object has reported them.
   */
  public static ResourceAsk read(JsonNode container, DeviceFamily family) {
    JsonNode limits = container.path("resources").path("limits");
    JsonNode requests = container.path("resources").path("requests");
    DeviceFamily.Resources names = family.resources();
    if (names.readFrom() == DeviceFamily.ReadFrom.LIMITS) {
      requests = MissingNode.getInstance();
    }
    return new ResourceAsk(
        value(limits, requests, names.count()),
        value(limits, requests, names.memory()),
        value(limits, requests, names.memoryPercent()),
        value(limits, requests, names.cores()),
        value(limits, requests, names.priority()),
        unsupported(limits, requests, names));
  }

  private static @Nullable String unsupported(
      JsonNode limits, JsonNode requests, DeviceFamily.Resources names) {
    for (String name : names.unsupported()) {
      BigDecimal value = value(limits, requests, name);
      if (value != null && value.signum() != 0) {
        return name;
      }
    }
    return null;
  }

  /** Whether any of the family's names is written. */
  public boolean isPresent() {
    return count != null
        || memory != null
        || memoryPercent != null
        || cores != null
        || priority != null
        || unsupported != null;
  }

  private static @Nullable BigDecimal value(
      JsonNode limits, JsonNode requests, @Nullable String name) {
    if (name == null) {
      return null;
    }
    BigDecimal limit = quantity(limits.get(name));
    return limit != null ? limit : quantity(requests.get(name));
  }

  private static @Nullable BigDecimal quantity(@Nullable JsonNode value) {
    if (value == null || !(value.isTextual() || value.isNumber())) {
      return null;
    }
    return Quantities.read(value.asText());
  }
}
