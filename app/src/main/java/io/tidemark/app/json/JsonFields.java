package io.tidemark.app.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.Predicate;

/** Parts of objects. */
public final class JsonFields {
  private JsonFields() {}

  /** An object with the wanted fields only, in their order; the values are not copied. */
  public static ObjectNode only(JsonNode object, Predicate<String> wanted) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (wanted.test(field.getKey())) {
        kept.set(field.getKey(), field.getValue());
      }
    }
    return kept;
  }
}
