package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import java.util.List;

/**
 * Applies the operations that admission answers with: {@code add} and {@code replace} of RFC 6902,
 * below the root. As strict as the API server, so that a patch that works here works there.
 */
public final class JsonPatch {
  private JsonPatch() {}

  /**
   * Applies the operations one after another.
   *
   * @return a new document; the one given stays as it is
   * @throws IllegalArgumentException where an operation cannot be applied
   */
  public static JsonNode apply(JsonNode document, List<PatchOperation> patch) {
    JsonNode patched = document.deepCopy();
    patch.forEach(operation -> applyTo(patched, operation));
    return patched;
  }

  /** Changes the document itself. */
  static void applyTo(JsonNode document, PatchOperation operation) {
    try {
      List<String> path = JsonPointer.parse(operation.path());
      if (path.isEmpty()) {
        throw new IllegalArgumentException("the whole document cannot be patched");
      }
      JsonNode parent = document;
      for (String segment : path.subList(0, path.size() - 1)) {
        parent = child(parent, segment);
      }
      set(parent, path.get(path.size() - 1), operation);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          operation.op() + " " + operation.path() + ": " + e.getMessage(), e);
    }
  }

  private static JsonNode child(JsonNode parent, String segment) {
    JsonNode child =
        parent.isArray() ? parent.path(index(segment, parent.size() - 1)) : parent.path(segment);
    if (!child.isContainerNode()) {
      throw new IllegalArgumentException("no object or list at " + segment);
    }
    return child;
  }

  private static void set(JsonNode parent, String segment, PatchOperation operation) {
    boolean replace =
        switch (operation.op()) {
          case "add" -> false;
          case "replace" -> true;
          default -> throw new IllegalArgumentException("unknown operation");
        };
    JsonNode value = operation.value().deepCopy();
    if (parent instanceof ObjectNode object) {
      if (replace && !object.has(segment)) {
        throw new IllegalArgumentException("nothing to replace");
      }
      object.set(segment, value);
    } else if (replace) {
      ((ArrayNode) parent).set(index(segment, parent.size() - 1), value);
    } else if (segment.equals("-")) {
      ((ArrayNode) parent).add(value);
    } else {
      ((ArrayNode) parent).insert(index(segment, parent.size()), value);
    }
  }

  private static int index(String segment, int max) {
    if (!segment.matches("0|[1-9][0-9]{0,8}") || Integer.parseInt(segment) > max) {
      throw new IllegalArgumentException("no element " + segment + " in a list up to " + max);
    }
    return Integer.parseInt(segment);
  }
}
