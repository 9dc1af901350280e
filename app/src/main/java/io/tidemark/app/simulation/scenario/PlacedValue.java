package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.text.Excerpt;
import io.tidemark.api.yaml.YamlDocument;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A value of a document with the path that leads to it, read strictly: what is not of the right
 * type is an error with its place, and so is {@code null}.
 *
 * @param path keys ({@link String}) and list indexes ({@link Integer})
 */
record PlacedValue(YamlDocument document, List<Object> path, JsonNode json) {
  private static final Pattern NAME = Pattern.compile("[^/\\s]+");
  private static final int MAX_DIGITS = 60;

  static PlacedValue root(YamlDocument document) {
    return new PlacedValue(document, List.of(), document.content());
  }

  /** The value of a key; one that does not {@link #exists exist} where there is none. */
  PlacedValue get(String key) {
    return at(key, json.path(key));
  }

  private PlacedValue at(Object step, JsonNode child) {
    List<Object> childPath = new ArrayList<>(path);
    childPath.add(step);
    return new PlacedValue(document, List.copyOf(childPath), child);
  }

  boolean exists() {
    return !json.isMissingNode();
  }

  /** The map itself, for a chain of calls. */
  PlacedValue map() throws InputException {
    if (!json.isObject()) {
      throw wrong(exists() ? "must be a map, found " + found() : "is missing");
    }
    return this;
  }

  /** The map, which has no keys but these. */
  PlacedValue map(Collection<String> allowed) throws InputException {
    map();
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      if (!allowed.contains(entry.getKey())) {
        throw get(entry.getKey()).unknown("field", allowed);
      }
    }
    return this;
  }

  List<PlacedValue> list() throws InputException {
    if (!json.isArray()) {
      throw wrong(exists() ? "must be a list, found " + found() : "is missing");
    }
    List<PlacedValue> elements = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      elements.add(at(i, json.get(i)));
    }
    return elements;
  }

  /** A text that is not blank. */
  String text() throws InputException {
    if (!json.isTextual() || json.textValue().isBlank()) {
      throw wrong(exists() ? "must be a text, found " + found() : "is missing");
    }
    return json.textValue();
  }

  /** A name without a namespace. */
  String name() throws InputException {
    String name = text();
    if (!NAME.matcher(name).matches()) {
      throw wrong("must be a name without blanks and slashes, found " + found());
    }
    return name;
  }

  boolean bool() throws InputException {
    if (!json.isBoolean()) {
      throw wrong("must be true or false, found " + found());
    }
    return json.booleanValue();
  }

  /** A whole number in the given bounds; {@code 5.0} is one. */
  long number(long min, long max) throws InputException {
    if (json.isNumber() && json.decimalValue().precision() < MAX_DIGITS) {
      BigDecimal value = json.decimalValue();
      if (value.stripTrailingZeros().scale() <= 0
          && value.compareTo(BigDecimal.valueOf(min)) >= 0
          && value.compareTo(BigDecimal.valueOf(max)) <= 0) {
        return value.longValueExact();
      }
    }
    throw exists()
        ? wrong("must be a whole number " + range(min, max) + ", found " + found())
        : wrong("is missing");
  }

  private static String range(long min, long max) {
    return max == Long.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max;
  }

  InputException unknown(String what, Collection<String> known) {
    String name = String.valueOf(path.get(path.size() - 1));
    if (known.isEmpty()) {
      return wrong("unknown " + what + "; there are none");
    }
    String hint = Spelling.hint(name, known);
    return wrong(
        hint.isEmpty()
            ? "unknown " + what + "; known are " + String.join(", ", known)
            : "unknown " + what + hint);
  }

  InputException wrong(String why) {
    String trail = trail();
    return new InputException(place() + ": " + (trail.isEmpty() ? "" : trail + ": ") + why);
  }

  /** File, line and document. */
  String place() {
    return document.place(path);
  }

  /** File and line. */
  String fileAndLine() {
    return document.file() + ":" + document.line(path);
  }

  /** The path as text, for instance {@code spec.steps[3].create.pod}. */
  String trail() {
    StringBuilder trail = new StringBuilder();
    for (Object step : path) {
      if (step instanceof Integer) {
        trail.append('[').append(step).append(']');
      } else {
        trail.append(trail.isEmpty() ? "" : ".").append(step);
      }
    }
    return trail.toString();
  }

  /** The value as JSON, shortened. */
  String found() {
    return Excerpt.of(json.toString());
  }

  /** The value that a path of a Kubernetes object leads to, as far as it leads. */
  PlacedValue follow(String objectPath) {
    PlacedValue value = this;
    for (String step : ObjectPath.steps(objectPath)) {
      JsonNode json = value.json();
      if (json.isArray() && step.matches("[0-9]{1,9}")) {
        int index = Integer.parseInt(step);
        value = value.at(index, json.path(index));
      } else {
        value = value.get(step);
      }
    }
    return value;
  }
}
