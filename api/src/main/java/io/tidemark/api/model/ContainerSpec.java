package io.tidemark.api.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A container of a pod spec as far as devices are concerned.
 *
 * @param demands by family word, in the words' order; empty for a container that asks nothing of
 *     ours
 */
public record ContainerSpec(String name, ContainerKind kind, Map<String, Demand> demands) {
  public ContainerSpec {
    demands = demands.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(demands));
  }
}
