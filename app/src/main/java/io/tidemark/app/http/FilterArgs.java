package io.tidemark.app.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ExtenderArgs of extender/v1: what kube-scheduler sends to filter and prioritize. Where a caller
 * sends whole nodes and names, it is the nodes that it asks about.
 *
 * @param nodeNames null where whole nodes were sent
 * @param nodes null where names were sent
 */
record FilterArgs(JsonNode pod, @Nullable List<String> nodeNames, @Nullable WholeNodes nodes) {
  static FilterArgs read(byte[] body) throws UnreadableRequestException {
    Fields fields = new Fields(body);
    Json.document(
        body,
        Map.of(
            "Pod",
            (parser, path) -> fields.pod = Json.tree(parser, path),
            "Nodes",
            fields::nodes,
            "NodeNames",
            fields::nodeNames));
    JsonNode pod = fields.pod;
    if (pod == null) {
      throw new UnreadableRequestException("Pod: is missing");
    }
    if (fields.nodes == null && fields.nodeNames == null) {
      throw new UnreadableRequestException(
          "Nodes and NodeNames are both missing: there is nothing to choose from");
    }
    return new FilterArgs(pod, fields.nodes == null ? fields.nodeNames : null, fields.nodes);
  }

  /** The names of all candidates, in their order. */
  List<String> candidates() {
    return nodes != null ? nodes.names() : nodeNames != null ? nodeNames : List.of();
  }

  FilterQuestion question() {
    return new FilterQuestion(pod, nodeNames, nodes == null ? null : nodes.nodes());
  }

  /** The fields as they are read. */
  private static final class Fields {
    private final byte[] body;
    private @Nullable JsonNode pod;
    private @Nullable List<String> nodeNames;
    private @Nullable WholeNodes nodes;

    Fields(byte[] body) {
      this.body = body;
    }

    private void nodes(JsonParser parser, String path)
        throws IOException, UnreadableRequestException {
      nodes = null;
      if (parser.currentToken() != JsonToken.VALUE_NULL) {
        nodes = WholeNodes.read(parser, body, path);
      }
    }

    private void nodeNames(JsonParser parser, String path)
        throws IOException, UnreadableRequestException {
      nodeNames = null;
      if (parser.currentToken() == JsonToken.VALUE_NULL) {
        return;
      }
      Json.expect(parser, JsonToken.START_ARRAY, path, "a list of strings");
      List<String> names = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Json.expect(parser, JsonToken.VALUE_STRING, path + "[" + names.size() + "]", "a string");
        names.add(parser.getText());
      }
      nodeNames = names;
    }
  }
}
