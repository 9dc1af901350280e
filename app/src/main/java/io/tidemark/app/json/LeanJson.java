package io.tidemark.app.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads objects of the cluster without the parts that are large and of no concern. */
public final class LeanJson {
  /** Fields of a section of an object. Together they are most of a typical Pod or Node. */
  private static final Set<String> IGNORED =
      Set.of(
          "metadata.managedFields",
          "metadata.ownerReferences",
          "spec.tolerations",
          "spec.volumes",
          "status.images",
          "status.volumesAttached",
          "status.volumesInUse");

  private LeanJson() {}

  /**
   * Reads the value at which the parser stands.
   *
   * @throws IOException where the text is no JSON
   */
  public static JsonNode read(JsonParser parser) throws IOException {
    return read(parser, null);
  }

  private static JsonNode read(JsonParser parser, @Nullable String section) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      JsonNode value = parser.readValueAsTree();
      return value == null ? NullNode.getInstance() : value;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      if (section == null) {
        object.set(name, read(parser, name));
      } else if (IGNORED.contains(section + "." + name)) {
        parser.skipChildren();
      } else {
        object.set(name, parser.<JsonNode>readValueAsTree());
      }
    }
    return object;
  }
}
