package io.tidemark.api.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.model.Problem;
import io.tidemark.api.text.Excerpt;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in a Kubernetes object with the path that leads there. Reading a value of the wrong type
 * reports the path and goes on as if the value were absent; {@code null} is absent everywhere, as
 * it is for the API server.
 */
public final class Field {
  /** How many problems of one object are listed; whoever repairs it needs no more at a time. */
  private static final int MAX_PROBLEMS = 100;

  private final String object;
  private final String path;
  private final JsonNode node;
  private final List<Problem> problems;

  private Field(String object, String path, JsonNode node, List<Problem> problems) {
    this.object = object;
    this.path = path;
    this.node = node;
    this.problems = problems;
  }

  /** The root of an object; what is malformed under it goes to {@code problems}. */
  public static Field root(String object, JsonNode node, List<Problem> problems) {
    return new Field(object, "", node, problems);
  }

  public Field get(String name) {
    JsonNode child = object() ? node.path(name) : MissingNode.getInstance();
    return new Field(object, path.isEmpty() ? name : path + "." + name, child, problems);
  }

  public boolean exists() {
    return !node.isMissingNode() && !node.isNull();
  }

  public JsonNode json() {
    return node;
  }

  /** The text, or empty where there is none. */
  public String text() {
    if (!exists()) {
      return "";
    }
    if (!node.isTextual()) {
      report("a text", node);
      return "";
    }
    return node.textValue();
  }

  /** True or false; false where there is none. */
  public boolean bool() {
    if (!exists()) {
      return false;
    }
    if (!node.isBoolean()) {
      report("true or false", node);
      return false;
    }
    return node.booleanValue();
  }

  /** A whole number in the given bounds; null where there is none. */
  @Nullable Long number(long min, long max) {
    if (!exists()) {
      return null;
    }
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < min
        || node.longValue() > max) {
      report("a whole number from " + min + " to " + max, node);
      return null;
    }
    return node.longValue();
  }

  /** An RFC 3339 time; null where there is none. */
  @Nullable Instant time() {
    String text = text();
    if (text.isEmpty()) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      report("a time like 2030-01-31T12:00:05Z", node);
      return null;
    }
  }

  /** The elements of a list; empty where there is none. */
  public List<Field> list() {
    if (!exists()) {
      return List.of();
    }
    if (!node.isArray()) {
      report("a list", node);
      return List.of();
    }
    List<Field> elements = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      elements.add(new Field(object, path + "[" + i + "]", node.get(i), problems));
    }
    return elements;
  }

  /** The entries of a map of texts, in the order written; empty where there is none. */
  public Map<String, String> texts() {
    if (!object()) {
      return Map.of();
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      Field value = new Field(object, keyed(entry.getKey()), entry.getValue(), problems);
      if (value.exists()) {
        texts.put(entry.getKey(), value.text());
      }
    }
    return Collections.unmodifiableMap(texts);
  }

  /** The entries of a map of quantities; what is no quantity is reported and left out. */
  Map<String, BigDecimal> quantities() {
    if (!object()) {
      return Map.of();
    }
    Map<String, BigDecimal> quantities = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      JsonNode value = entry.getValue();
      BigDecimal quantity =
          value.isTextual() || value.isNumber() ? Quantities.read(value.asText()) : null;
      if (quantity != null) {
        quantities.put(entry.getKey(), quantity);
      } else if (!value.isNull()) {
        new Field(object, keyed(entry.getKey()), value, problems)
            .report("a quantity like 3000, 3k or 16Gi", value);
      }
    }
    return Collections.unmodifiableMap(quantities);
  }

  /** The path of an entry of this map, as in {@code limits[nvidia.com/gpu]}. */
  public String keyed(String key) {
    return path + "[" + key + "]";
  }

  public Problem problem(String message) {
    return new Problem(object, path, message);
  }

  private boolean object() {
    if (!exists()) {
      return false;
    }
    if (!node.isObject()) {
      report("an object", node);
      return false;
    }
    return true;
  }

  private void report(String expected, JsonNode found) {
    report("must be " + expected + ", found " + Excerpt.of(found.toString()));
  }

  /** Reports what is wrong here, once. */
  void report(String message) {
    Problem problem = problem(message);
    if (problems.size() < MAX_PROBLEMS && !problems.contains(problem)) {
      problems.add(problem);
    }
  }
}
