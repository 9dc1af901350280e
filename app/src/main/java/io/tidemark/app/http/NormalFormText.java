package io.tidemark.app.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says of a pod that was changed after it was in normal form what is not so any more. */
final class NormalFormText {
  private static final int MOST_FIELDS = 4;

  private NormalFormText() {}

  /**
   * @param patch what would bring it into normal form; not empty
   */
  static String of(List<PatchOperation> patch) {
    Map<String, String> fields = new TreeMap<>();
    for (PatchOperation operation : patch) {
      leaves(path(JsonPointer.compile(operation.path())), operation.value(), fields);
    }
    String named =
        fields.entrySet().stream()
            .limit(MOST_FIELDS)
            .map(field -> field.getKey() + " must be " + field.getValue())
            .collect(Collectors.joining(", "));
    int more = fields.size() - MOST_FIELDS;
    return "not in normal form, was it changed after Tidemark's mutating webhook? "
        + named
        + (more > 0 ? ", and " + more + " more" : "");
  }

  /** Objects stand for the fields in them. */
  private static void leaves(String path, JsonNode value, Map<String, String> fields) {
    if (value.isObject() && !path.endsWith("[]")) {
      value
          .properties()
          .forEach(field -> leaves(path + segment(field.getKey()), field.getValue(), fields));
    } else {
      fields.put(path, value.toString());
    }
  }

  private static String path(JsonPointer pointer) {
    StringBuilder path = new StringBuilder();
    for (JsonPointer at = pointer; !at.matches(); at = at.tail()) {
      String name = at.getMatchingProperty();
      if (at.getMatchingIndex() >= 0) {
        path.append('[').append(name).append(']');
      } else {
        path.append(segment(name));
      }
    }
    return path.substring(path.indexOf(".") == 0 ? 1 : 0);
  }

  /** As Kubernetes writes paths: keys that are no plain names stand in brackets. */
  private static String segment(String name) {
    if (name.equals("-")) {
      return "[]";
    }
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? "." + name : "[" + name + "]";
  }
}
