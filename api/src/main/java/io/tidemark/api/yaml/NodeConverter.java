package io.tidemark.api.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Turns composed YAML into a JSON tree, with the types that kubectl would give it: texts that look
 * like times stay texts, and every key is a text.
 */
final class NodeConverter {
  private static final JsonNodeFactory JSON = JsonNodeFactory.withExactBigDecimals(true);

  /** How many values aliases may add to those that are written out. */
  private static final int MAX_ALIASED_VALUES = 1_000_000;

  private static final int MAX_DEPTH = 200;

  private final String file;
  private long values;
  private long maxValues;

  NodeConverter(String file) {
    this.file = file;
  }

  JsonNode convert(Node root) throws YamlFormatException {
    // A text has fewer values than characters, unless aliases repeat some of them.
    maxValues = (long) root.getEndMark().getIndex() + MAX_ALIASED_VALUES;
    return convert(root, 0);
  }

  private JsonNode convert(Node node, int depth) throws YamlFormatException {
    if (depth > MAX_DEPTH) {
      throw wrong(node, "is nested too deeply or refers to itself");
    }
    if (++values > maxValues) {
      throw wrong(node, "has aliases that repeat too much");
    }
    if (node instanceof MappingNode map) {
      return mapping(map, depth);
    }
    if (node instanceof SequenceNode list) {
      ArrayNode array = JSON.arrayNode();
      for (Node element : list.getValue()) {
        array.add(convert(element, depth + 1));
      }
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private ObjectNode mapping(MappingNode map, int depth) throws YamlFormatException {
    ObjectNode object = JSON.objectNode();
    ObjectNode merged = JSON.objectNode();
    for (NodeTuple entry : map.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        throw wrong(entry.getKeyNode(), "a key must be a text");
      }
      JsonNode value = convert(entry.getValueNode(), depth + 1);
      if (key.getTag().equals(Tag.MERGE)) {
        merge(merged, value, key);
      } else if (object.has(key.getValue())) {
        throw wrong(key, "the key \"" + key.getValue() + "\" stands here twice");
      } else {
        object.set(key.getValue(), value);
      }
    }
    merged.properties().forEach(entry -> object.putIfAbsent(entry.getKey(), entry.getValue()));
    return object;
  }

  private void merge(ObjectNode merged, JsonNode value, ScalarNode key) throws YamlFormatException {
    if (value.isArray()) {
      for (JsonNode element : value) {
        merge(merged, element, key);
      }
    } else if (value instanceof ObjectNode object) {
      object.properties().forEach(entry -> merged.putIfAbsent(entry.getKey(), entry.getValue()));
    } else {
      throw wrong(key, "only maps can be merged");
    }
  }

  private JsonNode scalar(ScalarNode scalar) {
    String text = scalar.getValue();
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return JSON.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      String lower = text.toLowerCase(Locale.ROOT);
      return JSON.booleanNode(
          lower.equals("true") || lower.equals("yes") || lower.equals("on") || lower.equals("y"));
    }
    if (tag.equals(Tag.INT)) {
      return integer(text);
    }
    if (tag.equals(Tag.FLOAT)) {
      return decimal(text);
    }
    return JSON.textNode(text);
  }

  private static JsonNode integer(String text) {
    String digits = text.replace("_", "");
    boolean negative = digits.startsWith("-");
    if (negative || digits.startsWith("+")) {
      digits = digits.substring(1);
    }
    int radix = 10;
    if (digits.startsWith("0x")) {
      radix = 16;
      digits = digits.substring(2);
    } else if (digits.startsWith("0b")) {
      radix = 2;
      digits = digits.substring(2);
    } else if (digits.length() > 1 && digits.startsWith("0")) {
      radix = 8;
      digits = digits.substring(1);
    }
    BigInteger value;
    try {
      value = new BigInteger(digits, radix);
    } catch (NumberFormatException e) {
      return JSON.textNode(text);
    }
    value = negative ? value.negate() : value;
    return value.bitLength() < Long.SIZE
        ? JSON.numberNode(value.longValue())
        : JSON.numberNode(value);
  }

  private static JsonNode decimal(String text) {
    try {
      return JSON.numberNode(new BigDecimal(text.replace("_", "")));
    } catch (NumberFormatException e) {
      return JSON.textNode(text);
    }
  }

  private YamlFormatException wrong(Node node, String why) {
    return new YamlFormatException(file + ":" + (node.getStartMark().getLine() + 1) + ": " + why);
  }
}
