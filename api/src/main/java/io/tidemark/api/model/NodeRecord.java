package io.tidemark.api.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node as far as devices are concerned.
 *
 * @param resourceVersion {@link PodRecord#UNKNOWN_VERSION} where it is missing or not a number
 * @param inventories by family word, for the families that the node registers or tries to
 * @param problems what of the node's annotations could not be read or was left out
 */
public record NodeRecord(
    String name,
    String uid,
    long resourceVersion,
    Map<String, FamilyInventory> inventories,
    List<Problem> problems) {
  public NodeRecord {
    inventories = Collections.unmodifiableMap(new TreeMap<>(inventories));
    problems = List.copyOf(problems);
  }
}
