package io.tidemark.app.manifests;

import java.util.LinkedHashMap;
import java.util.Map;

/** Objects as maps that keep the order in which they are written. */
final class Tree {
  private Tree() {}

  /**
   * @param fields names and values in turn
   */
  static Map<String, Object> map(Object... fields) {
    if (fields.length % 2 != 0) {
      throw new IllegalArgumentException("a field has no value");
    }
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      if (map.put((String) fields[i], fields[i + 1]) != null) {
        throw new IllegalArgumentException("the field " + fields[i] + " is there twice");
      }
    }
    return map;
  }

  /** An object of the cluster; the fields follow kind and metadata. */
  static Map<String, Object> object(
      String apiVersion, String kind, Map<String, Object> metadata, Object... fields) {
    Map<String, Object> object = map("apiVersion", apiVersion, "kind", kind, "metadata", metadata);
    object.putAll(map(fields));
    return object;
  }
}
