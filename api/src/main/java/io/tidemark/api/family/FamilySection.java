package io.tidemark.api.family;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One map of a family's document, read strictly. */
record FamilySection(YamlDocument document, List<Object> path, JsonNode json) {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]+");

  static FamilySection root(YamlDocument document) throws YamlFormatException {
    FamilySection root = new FamilySection(document, List.of(), document.content());
    if (!document.content().isObject()) {
      throw root.wrong("", "a device family must be a map");
    }
    return root;
  }

  boolean has(String name) {
    return json.hasNonNull(name);
  }

  void allow(String... names) throws YamlFormatException {
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      if (!List.of(names).contains(entry.getKey())) {
        throw wrong(entry.getKey(), "unknown field; allowed are " + String.join(", ", names));
      }
    }
  }

  FamilySection section(String name) throws YamlFormatException {
    JsonNode child = json.path(name);
    if (has(name) && !child.isObject()) {
      throw wrong(name, "must be a map, found " + child);
    }
    List<Object> childPath = new ArrayList<>(path);
    childPath.add(name);
    return new FamilySection(document, List.copyOf(childPath), child);
  }

  @Nullable String text(String name) throws YamlFormatException {
    if (!has(name)) {
      return null;
    }
    if (!json.get(name).isTextual() || json.get(name).textValue().isBlank()) {
      throw wrong(name, "must be a text, found " + json.get(name));
    }
    return json.get(name).textValue();
  }

  /** The word stands between the commas of an allocation (protocol, section 2.3). */
  String word(String name) throws YamlFormatException {
    String word = requiredText(name);
    if (!WORD.matcher(word).matches()) {
      throw wrong(name, "must consist of letters, digits, '-', '_' and '.', found " + word);
    }
    return word;
  }

  String requiredText(String name) throws YamlFormatException {
    String text = text(name);
    if (text == null) {
      throw wrong(name, "is missing");
    }
    return text;
  }

  long number(String name, long absent, long min, long max) throws YamlFormatException {
    if (!has(name)) {
      return absent;
    }
    return inRange(name, json.get(name), min, max);
  }

  boolean bool(String name, boolean absent) throws YamlFormatException {
    if (has(name) && !json.get(name).isBoolean()) {
      throw wrong(name, "must be true or false, found " + json.get(name));
    }
    return json.path(name).asBoolean(absent);
  }

  <E extends Enum<E>> E choice(String name, E absent, E[] values) throws YamlFormatException {
    String text = text(name);
    if (text == null) {
      return absent;
    }
    List<String> allowed = new ArrayList<>();
    for (E value : values) {
      allowed.add(spelling(value));
      if (spelling(value).equalsIgnoreCase(text)) {
        return value;
      }
    }
    throw wrong(name, "must be one of " + String.join(", ", allowed) + ", found " + text);
  }

  /** As it is written in a file: {@code FULL_GROUPS} is {@code fullGroups}. */
  private static String spelling(Enum<?> value) {
    StringBuilder text = new StringBuilder();
    for (String word : value.name().toLowerCase(Locale.ROOT).split("_")) {
      text.append(
          text.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return text.toString();
  }

  /** A list of texts, or one text by itself; empty where there is none. */
  List<String> texts(String name) throws YamlFormatException {
    if (!has(name)) {
      return List.of();
    }
    if (!json.get(name).isArray()) {
      return List.of(requiredText(name));
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode item : json.get(name)) {
      if (!item.isTextual() || item.textValue().isBlank()) {
        throw wrong(name, "must be a list of texts, found " + item);
      }
      texts.add(item.textValue());
    }
    return List.copyOf(texts);
  }

  /** A list of whole numbers; empty where there is none. */
  List<Long> numbers(String name, long min, long max) throws YamlFormatException {
    if (!has(name)) {
      return List.of();
    }
    if (!json.get(name).isArray()) {
      throw wrong(name, "must be a list of whole numbers, found " + json.get(name));
    }
    List<Long> numbers = new ArrayList<>();
    for (JsonNode item : json.get(name)) {
      numbers.add(inRange(name, item, min, max));
    }
    return List.copyOf(numbers);
  }

  /** A map of texts; empty where there is none. */
  Map<String, String> textMap(String name) throws YamlFormatException {
    FamilySection map = section(name);
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : map.json().properties()) {
      texts.put(entry.getKey(), map.requiredText(entry.getKey()));
    }
    return texts;
  }

  /** A map of lists of texts; empty where there is none. */
  Map<String, List<String>> textLists(String name) throws YamlFormatException {
    FamilySection map = section(name);
    Map<String, List<String>> lists = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : map.json().properties()) {
      lists.put(entry.getKey(), map.texts(entry.getKey()));
    }
    return lists;
  }

  /** A text that must be there and may be empty. */
  String maybeEmpty(String name) throws YamlFormatException {
    return json.path(name).isTextual() ? json.get(name).textValue() : requiredText(name);
  }

  /** The maps of a list; empty where there is none. */
  List<FamilySection> sections(String name) throws YamlFormatException {
    if (!has(name)) {
      return List.of();
    }
    if (!json.get(name).isArray()) {
      throw wrong(name, "must be a list, found " + json.get(name));
    }
    List<FamilySection> sections = new ArrayList<>();
    for (int i = 0; i < json.get(name).size(); i++) {
      List<Object> itemPath = new ArrayList<>(path);
      itemPath.add(name);
      itemPath.add(i);
      FamilySection item =
          new FamilySection(document, List.copyOf(itemPath), json.get(name).get(i));
      if (!item.json().isObject()) {
        throw item.wrong("", "must be a map, found " + item.json());
      }
      sections.add(item);
    }
    return List.copyOf(sections);
  }

  private long inRange(String name, JsonNode value, long min, long max) throws YamlFormatException {
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < min
        || value.longValue() > max) {
      throw wrong(name, "must be a whole number from " + min + " to " + max + ", found " + value);
    }
    return value.longValue();
  }

  YamlFormatException wrong(String name, String why) {
    List<Object> full = new ArrayList<>(path);
    if (!name.isEmpty()) {
      full.add(name);
    }
    return new YamlFormatException(
        document.place(full) + ": " + (full.isEmpty() ? "" : dotted(full) + ": ") + why);
  }

  /** {@code memory.templates[1].name}. */
  private static String dotted(List<Object> path) {
    StringBuilder text = new StringBuilder();
    for (Object step : path) {
      if (step instanceof Integer) {
        text.append('[').append(step).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(step);
      }
    }
    return text.toString();
  }
}
