package io.tidemark.app.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.api.text.Excerpt;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all requests have in common: one JSON document in UTF-8, with one-line complaints. */
final class Json {
  /** Field names of other people's objects are not worth keeping for ever. */
  static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.CHARSET_DETECTION)
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .build())
          .build();

  private static final int LONGEST_MESSAGE = 300;

  /** Takes a value; the parser stands on its first token and is left on its last. */
  interface Value {
    void take(JsonParser parser, String path) throws IOException, UnreadableRequestException;
  }

  private Json() {}

  /** Reads the one object that a document is, as {@link #object} does. */
  static void document(byte[] body, Map<String, Value> fields) throws UnreadableRequestException {
    try (JsonParser parser = MAPPER.getFactory().createParser(body)) {
      begin(parser);
      object(parser, "", fields);
      end(parser);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The whole document as a tree. */
  static JsonNode tree(byte[] body) throws UnreadableRequestException {
    try (JsonParser parser = MAPPER.getFactory().createParser(body)) {
      begin(parser);
      JsonNode tree = MAPPER.readTree(parser);
      end(parser);
      return tree;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** An object as a tree; null for null, as Go leaves it. */
  static @Nullable JsonNode tree(JsonParser parser, String path)
      throws IOException, UnreadableRequestException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    expect(parser, JsonToken.START_OBJECT, path, "an object");
    return MAPPER.readTree(parser);
  }

  private static void begin(JsonParser parser) throws IOException, UnreadableRequestException {
    if (parser.nextToken() == null) {
      throw new UnreadableRequestException("the request has no body");
    }
  }

  private static void end(JsonParser parser) throws IOException, UnreadableRequestException {
    if (parser.nextToken() != null) {
      throw new UnreadableRequestException("the request goes on after its JSON document");
    }
  }

  /**
   * Reads an object's fields by name, and skips those with other names. As Go's encoding/json,
   * whose types these are: a name is the field's whatever its case, and of several the last one
   * counts.
   */
  static void object(JsonParser parser, String path, Map<String, Value> fields)
      throws IOException, UnreadableRequestException {
    expect(parser, JsonToken.START_OBJECT, path, "an object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      Map.Entry<String, Value> field = named(fields, name);
      if (field == null) {
        parser.skipChildren();
      } else {
        String key = field.getKey();
        field.getValue().take(parser, path.isEmpty() ? key : path + "." + key);
      }
    }
  }

  private static Map.@Nullable Entry<String, Value> named(Map<String, Value> fields, String name) {
    for (Map.Entry<String, Value> field : fields.entrySet()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field;
      }
    }
    return null;
  }

  /** A string; empty for null, as Go leaves it. */
  static String text(JsonParser parser, String path)
      throws IOException, UnreadableRequestException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return "";
    }
    expect(parser, JsonToken.VALUE_STRING, path, "a string");
    return parser.getText();
  }

  static void expect(JsonParser parser, JsonToken token, String path, String expected)
      throws UnreadableRequestException {
    if (parser.currentToken() != token) {
      String where = path.isEmpty() ? "the request" : path;
      throw new UnreadableRequestException(
          where + ": expected " + expected + ", found " + describe(parser.currentToken()));
    }
  }

  private static String describe(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> "null";
    };
  }

  /** As bytes for the wire. */
  static Buffer buffer(JsonNode tree) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(tree));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory can always be written", e);
    }
  }

  private static UnreadableRequestException unreadable(IOException e) {
    String problem = String.valueOf(e.getMessage());
    String where = "";
    if (e instanceof JsonProcessingException json) {
      problem = String.valueOf(json.getOriginalMessage());
      JsonLocation location = json.getLocation();
      where =
          location == null
              ? ""
              : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }
    return new UnreadableRequestException(
        "the request is not JSON: " + Excerpt.of(problem, LONGEST_MESSAGE) + where);
  }
}
