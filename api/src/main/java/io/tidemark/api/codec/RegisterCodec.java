package io.tidemark.api.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.text.Excerpt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The text of a node's register annotation, as JSON or in the legacy line form (protocol, sections
 * 1.2 to 1.4). A text that HAMi rejects as a whole is rejected here; a single impossible card is
 * left out and the others stay.
 */
public final class RegisterCodec {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private static final String DEFAULT_LINE_MODE = "hami-core";

  /**
   * What a register says.
   *
   * @param devices in the order of index, then uuid
   * @param leftOut one line per card that was left out, with the reason
   * @param customInfo by uuid, the {@code custominfo} of cards that have one: its texts, numbers
   *     and booleans, as text
   */
  public record Register(
      List<Device> devices, List<String> leftOut, Map<String, Map<String, String>> customInfo) {
    public Register {
      devices = List.copyOf(devices);
      leftOut = List.copyOf(leftOut);
      customInfo = Map.copyOf(customInfo);
    }

    /** One whose cards say nothing of their own. */
    public Register(List<Device> devices, List<String> leftOut) {
      this(devices, leftOut, Map.of());
    }
  }

  private RegisterCodec() {}

  /**
   * Reads the JSON form.
   *
   * @param typeContains a card whose type does not contain this, ignoring case, is left out; null
   *     where any type is the family's
   */
  public static Register decodeJson(String text, String family, @Nullable String typeContains)
      throws AnnotationFormatException {
    return decodeJson(text, family, typeContains, Map.of());
  }

  /**
   * The same where a card's fields have other names.
   *
   * @param names by HAMi's name; a field without an entry is called as HAMi calls it. A register
   *     with names of its own that gives no index counts its cards
   */
  public static Register decodeJson(
      String text, String family, @Nullable String typeContains, Map<String, String> names)
      throws AnnotationFormatException {
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AnnotationFormatException("is not JSON: " + firstLine(e.getOriginalMessage()));
    }
    if (root == null || !root.isArray() || root.isEmpty()) {
      throw new AnnotationFormatException("must be a JSON list with at least one card");
    }
    Cards cards = new Cards(family, typeContains);
    Map<String, Map<String, String>> customInfo = new HashMap<>();
    for (int i = 0; i < root.size(); i++) {
      Card card = JsonCard.read(root.get(i), i, names);
      cards.add(card, i);
      Map<String, String> info = JsonCard.customInfo(root.get(i));
      if (!info.isEmpty()) {
        customInfo.putIfAbsent(card.id(), info);
      }
    }
    return cards.register(customInfo);
  }

  /**
   * Reads the legacy line form.
   *
   * @param typeContains as for {@link #decodeJson}
   */
  public static Register decodeLine(String text, String family, @Nullable String typeContains)
      throws AnnotationFormatException {
    if (!text.contains(":")) {
      throw new AnnotationFormatException("has no \":\" that ends a card");
    }
    Cards cards = new Cards(family, typeContains);
    int i = 0;
    for (String piece : text.split(":")) {
      if (!piece.isBlank()) {
        cards.add(LineCard.read(piece), i++);
      }
    }
    if (i == 0) {
      throw new AnnotationFormatException("lists no card");
    }
    return cards.register(Map.of());
  }

  /** Writes the JSON form as HAMi's plugins do: zero and false values are left out. */
  public static String encodeJson(List<Device> devices) {
    ArrayNode list = JSON.createArrayNode();
    for (Device device : devices) {
      ObjectNode card = list.addObject();
      card.put("id", device.id().uuid());
      putUnlessZero(card, "index", device.index());
      putUnlessZero(card, "count", device.slots());
      putUnlessZero(card, "devmem", device.memoryMiB());
      putUnlessZero(card, "devcore", device.cores());
      card.put("type", device.model());
      putUnlessZero(card, "numa", device.numaNode());
      if (!device.mode().isEmpty()) {
        card.put("mode", device.mode());
      }
      if (device.healthy()) {
        card.put("health", true);
      }
    }
    return list.toString();
  }

  private static void putUnlessZero(ObjectNode card, String key, long value) {
    if (value != 0) {
      card.put(key, value);
    }
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  /** One card as written, not yet judged. */
  private record Card(
      String id,
      long index,
      long count,
      long memory,
      long cores,
      String type,
      long numa,
      String mode,
      boolean health) {}

  /** Judges cards one by one and keeps the good ones. */
  private static final class Cards {
    private final String family;
    private final @Nullable String typeContains;
    private final List<Device> devices = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    Cards(String family, @Nullable String typeContains) {
      this.family = family;
      this.typeContains = typeContains;
    }

    void add(Card card, int place) {
      String name = "card " + place + " (" + Excerpt.of(card.id()) + ")";
      if (card.id().isBlank()) {
        leftOut.add("card " + place + " has no id");
      } else if (!writable(card.id())) {
        leftOut.add(name + " has an id that no allocation could name");
      } else if (card.count() < 0 || card.memory() < 0 || card.cores() < 0) {
        leftOut.add(name + " has a negative count, devmem or devcore");
      } else if (card.cores() > AllocationCodec.MAX_CORES) {
        leftOut.add(name + " has devcore " + card.cores());
      } else if (typeContains != null && !containsIgnoringCase(card.type(), typeContains)) {
        leftOut.add(
            name
                + " has type "
                + Excerpt.quoted(card.type())
                + ", which does not name "
                + typeContains);
      } else if (!seen.add(card.id())) {
        leftOut.add(name + " is listed twice; the first entry counts");
      } else {
        devices.add(
            new Device(
                new DeviceId(family, card.id()),
                (int) card.index(),
                card.type(),
                card.memory(),
                (int) card.cores(),
                (int) card.count(),
                (int) card.numa(),
                card.health(),
                card.mode()));
      }
    }

    private static boolean containsIgnoringCase(String text, String part) {
      return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /** An allocation puts ids between commas, colons and semicolons (protocol, section 2.3). */
    private static boolean writable(String id) {
      return id.chars().noneMatch(c -> c == ',' || c == ':' || c == ';' || c <= ' ');
    }

    Register register(Map<String, Map<String, String>> customInfo) {
      devices.sort(
          Comparator.comparingInt(Device::index).thenComparing(device -> device.id().uuid()));
      return new Register(devices, leftOut, customInfo);
    }
  }

  /** Keys in any letter case, unknown ones ignored, one wrong type spoils the whole text. */
  private static final class JsonCard {
    private final Map<String, JsonNode> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final int place;

    private JsonCard(JsonNode card, int place) {
      this.place = place;
      for (Map.Entry<String, JsonNode> entry : card.properties()) {
        values.put(entry.getKey(), entry.getValue());
      }
    }

    static Card read(JsonNode json, int place, Map<String, String> names)
        throws AnnotationFormatException {
      if (!json.isObject()) {
        throw new AnnotationFormatException(
            "card " + place + " must be an object, found " + Excerpt.of(json.toString()));
      }
      JsonCard card = new JsonCard(json, place);
      names.forEach((name, written) -> card.values.put(name, card.value(written)));
      if (!names.isEmpty()) {
        card.values.putIfAbsent("index", IntNode.valueOf(place));
      }
      return new Card(
          card.text("id"),
          card.number("index", 0),
          card.number("count", Integer.MIN_VALUE),
          card.number("devmem", Integer.MIN_VALUE),
          card.number("devcore", Integer.MIN_VALUE),
          card.text("type"),
          card.number("numa", Integer.MIN_VALUE),
          card.text("mode"),
          card.bool("health"));
    }

    /** Free form: what is neither text, number nor boolean says nothing here. */
    static Map<String, String> customInfo(JsonNode json) {
      Map<String, String> info = new TreeMap<>();
      JsonNode written = new JsonCard(json, 0).value("custominfo");
      for (Map.Entry<String, JsonNode> entry : written.properties()) {
        if (entry.getValue().isValueNode() && !entry.getValue().isNull()) {
          info.put(entry.getKey(), entry.getValue().asText());
        }
      }
      return info;
    }

    private JsonNode value(String key) {
      return values.getOrDefault(key, com.fasterxml.jackson.databind.node.NullNode.getInstance());
    }

    private String text(String key) throws AnnotationFormatException {
      JsonNode value = value(key);
      if (!value.isNull() && !value.isTextual()) {
        throw wrong(key, "a text", value);
      }
      return value.isNull() ? "" : value.textValue();
    }

    private long number(String key, int min) throws AnnotationFormatException {
      JsonNode value = value(key);
      if (value.isNull()) {
        return 0;
      }
      if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < min) {
        throw wrong(key, "a 32-bit whole number", value);
      }
      return value.intValue();
    }

    private boolean bool(String key) throws AnnotationFormatException {
      JsonNode value = value(key);
      if (!value.isNull() && !value.isBoolean()) {
        throw wrong(key, "true or false", value);
      }
      return value.asBoolean(false);
    }

    private AnnotationFormatException wrong(String key, String expected, JsonNode found) {
      return new AnnotationFormatException(
          "card "
              + place
              + ": "
              + key
              + " must be "
              + expected
              + ", found "
              + Excerpt.of(found.toString()));
    }
  }

  private static final class LineCard {
    private LineCard() {}

    static Card read(String piece) throws AnnotationFormatException {
      String[] fields = piece.split(",", -1);
      if (fields.length != 7 && fields.length != 9) {
        throw new AnnotationFormatException(
            Excerpt.quoted(piece) + " has " + fields.length + " fields, needs 7 or 9");
      }
      boolean full = fields.length == 9;
      return new Card(
          fields[0],
          full ? number(piece, "index", fields[7], 0) : 0,
          number(piece, "count", fields[1], Integer.MIN_VALUE),
          number(piece, "devmem", fields[2], Integer.MIN_VALUE),
          number(piece, "devcore", fields[3], Integer.MIN_VALUE),
          fields[4],
          number(piece, "numa", fields[5], Integer.MIN_VALUE),
          full ? fields[8] : DEFAULT_LINE_MODE,
          GoBool.parse(fields[6])
              .orElseThrow(
                  () ->
                      new AnnotationFormatException(
                          "health "
                              + Excerpt.quoted(fields[6])
                              + " of "
                              + Excerpt.quoted(piece)
                              + " is not a boolean")));
    }

    private static long number(String piece, String field, String text, int min)
        throws AnnotationFormatException {
      try {
        int value = Integer.parseInt(text);
        if (value >= min) {
          return value;
        }
      } catch (NumberFormatException e) {
        // reported below, together with what is out of range
      }
      throw new AnnotationFormatException(
          field
              + " "
              + Excerpt.quoted(text)
              + " of "
              + Excerpt.quoted(piece)
              + " is not a 32-bit whole number");
    }
  }
}
