package io.tidemark.app.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.json.LeanJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The nodes of a request that brought them whole, and where each stands in the request, so that it
 * can be given back byte for byte.
 */
final class WholeNodes {
  private final byte[] body;
  private final List<JsonNode> nodes = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Range> ranges = new ArrayList<>();

  private record Range(int from, int to) {}

  private WholeNodes(byte[] body) {
    this.body = body;
  }

  /**
   * Reads a NodeList.
   *
   * @param parser of the whole body, on the list's first token
   */
  static WholeNodes read(JsonParser parser, byte[] body, String path)
      throws IOException, UnreadableRequestException {
    WholeNodes[] read = {new WholeNodes(body)};
    Json.object(
        parser,
        path,
        Map.of(
            "items",
            (value, items) -> {
              read[0] = new WholeNodes(body);
              read[0].items(value, items);
            }));
    return read[0];
  }

  /** Without what says nothing about devices. */
  List<JsonNode> nodes() {
    return nodes;
  }

  List<String> names() {
    return names;
  }

  /** A node as it came. */
  String original(int index) {
    Range range = ranges.get(index);
    return new String(body, range.from(), range.to() - range.from(), StandardCharsets.UTF_8);
  }

  private void items(JsonParser parser, String path)
      throws IOException, UnreadableRequestException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    Json.expect(parser, JsonToken.START_ARRAY, path, "a list");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      item(parser, path + "[" + nodes.size() + "]");
    }
  }

  private void item(JsonParser parser, String path) throws IOException, UnreadableRequestException {
    Json.expect(parser, JsonToken.START_OBJECT, path, "an object");
    int from = (int) parser.currentTokenLocation().getByteOffset();
    JsonNode node = LeanJson.read(parser);
    int to = (int) parser.currentLocation().getByteOffset();
    String name = node.path("metadata").path("name").asText("");
    if (name.isEmpty()) {
      throw new UnreadableRequestException(path + ".metadata.name: is missing");
    }
    nodes.add(node);
    names.add(name);
    ranges.add(new Range(from, to));
  }
}
