package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod that is being changed, with the operations that lead from the object as it came to it.
 * Whatever is not touched, known or unknown, stays as it is.
 */
final class PodPatch {
  private final JsonNode pod;
  private final List<PatchOperation> operations = new ArrayList<>();

  PodPatch(JsonNode original) {
    this.pod = original.deepCopy();
  }

  /** The pod with all operations so far. */
  JsonNode pod() {
    return pod;
  }

  List<PatchOperation> operations() {
    return List.copyOf(operations);
  }

  /** Sets a member of an object, and makes the objects on the way that are missing or null. */
  void set(List<String> path, JsonNode value) {
    JsonNode parent = pod;
    int depth = 0;
    while (depth < path.size() - 1 && child(parent, path.get(depth)).isContainerNode()) {
      parent = child(parent, path.get(depth));
      depth++;
    }
    JsonNode wrapped = value;
    for (int i = path.size() - 1; i > depth; i--) {
      wrapped = JsonNodeFactory.instance.objectNode().set(path.get(i), wrapped);
    }
    String op = child(parent, path.get(depth)).isMissingNode() ? "add" : "replace";
    change(op, path.subList(0, depth + 1), wrapped);
  }

  /** Adds to the end of a list, which is made where it is missing or null. */
  void append(List<String> list, JsonNode element) {
    JsonNode node = pod;
    for (String segment : list) {
      node = child(node, segment);
    }
    if (node.isArray()) {
      List<String> end = new ArrayList<>(list);
      end.add("-");
      change("add", end, element);
    } else {
      set(list, JsonNodeFactory.instance.arrayNode().add(element));
    }
  }

  /** Puts another element in the place of one. */
  void replaceElement(List<String> list, int index, ObjectNode element) {
    List<String> place = new ArrayList<>(list);
    place.add(Integer.toString(index));
    change("replace", place, element);
  }

  private void change(String op, List<String> path, JsonNode value) {
    PatchOperation operation = new PatchOperation(op, JsonPointer.of(path), value.deepCopy());
    JsonPatch.applyTo(pod, operation);
    operations.add(operation);
  }

  private static JsonNode child(JsonNode parent, String segment) {
    return parent.isArray() ? parent.path(Integer.parseInt(segment)) : parent.path(segment);
  }
}
