package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.app.json.LeanJson;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Reads all objects of a resource, page by page, and keeps none. */
final class ListPages {
  private static final int GONE = 410;
  private static final int NO_LIMIT = 0;
  private static final int MOST_REASON = 200;

  /** How much of an object is read. */
  interface Objects {
    /** Without what is large and of no concern to the ledger. */
    Objects LEAN = LeanJson::read;

    Objects WHOLE = JsonParser::readValueAsTree;

    /** Reads the object at which the parser stands. */
    JsonNode read(JsonParser parser) throws IOException;
  }

  private final ApiServer server;
  private final int pageSize;
  private final Duration timeout;
  private final Objects objects;

  /**
   * @param timeout for one page
   */
  ListPages(ApiServer server, int pageSize, Duration timeout) {
    this(server, pageSize, timeout, Objects.LEAN);
  }

  /** See {@link #ListPages(ApiServer, int, Duration)}. */
  ListPages(ApiServer server, int pageSize, Duration timeout, Objects objects) {
    this.server = server;
    this.pageSize = pageSize;
    this.timeout = timeout;
    this.objects = objects;
  }

  /** What became of a list. */
  sealed interface Outcome {
    /**
     * @param resourceVersion of the list, from which a watch goes on
     */
    record Complete(String resourceVersion) implements Outcome {}

    /** The pages are no longer available from where the list stopped. */
    record Expired() implements Outcome {}

    record Failed(String reason) implements Outcome {}
  }

  /**
   * Pages that take longer than the API server keeps old versions expire.
   *
   * @param items is given the objects as they come, also of a list that then fails
   */
  Outcome read(String resource, Consumer<JsonNode> items) {
    return read(resource, pageSize, items);
  }

  /** All in one page, as large as it may be. */
  Outcome readAtOnce(String resource, Consumer<JsonNode> items) {
    return read(resource, NO_LIMIT, items);
  }

  private Outcome read(String resource, int limit, Consumer<JsonNode> items) {
    String continueToken = "";
    while (true) {
      Reply reply = server.get(ApiPaths.list(resource, limit, continueToken), timeout);
      if (!(reply instanceof Reply.Answer answer) || !answer.isSuccess()) {
        return reply instanceof Reply.Answer refused
                && refused.status() == GONE
                && !continueToken.isEmpty()
            ? new Outcome.Expired()
            : new Outcome.Failed(reply.reason());
      }
      JsonNode metadata;
      try {
        metadata = page(answer.body(), items);
      } catch (IOException e) {
        return new Outcome.Failed("no list of " + resource + ": " + OneLine.of(e, MOST_REASON));
      }
      continueToken = metadata.path("continue").asText("");
      if (continueToken.isEmpty()) {
        return new Outcome.Complete(metadata.path("resourceVersion").asText(""));
      }
    }
  }

  /**
   * Hands out the items one at a time, so that a page is never held as a whole tree.
   *
   * @return the metadata of the list
   * @throws IOException where it is none: an empty list is one, an empty object is not
   */
  private JsonNode page(byte[] body, Consumer<JsonNode> items) throws IOException {
    JsonNode metadata = MissingNode.getInstance();
    boolean hasItems = false;
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(body)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("metadata")) {
          metadata = parser.readValueAsTree();
        } else if (name.equals("items")) {
          hasItems = value == JsonToken.START_ARRAY || value == JsonToken.VALUE_NULL;
          while (value == JsonToken.START_ARRAY && parser.nextToken() != JsonToken.END_ARRAY) {
            items.accept(objects.read(parser));
          }
        } else {
          parser.skipChildren();
        }
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new IOException("it is no object");
      }
    }
    if (!hasItems || metadata.path("resourceVersion").asText("").isEmpty()) {
      throw new IOException("it has no items or no resourceVersion");
    }
    return metadata;
  }
}
