package io.tidemark.app.simulation.scenario;

import io.tidemark.api.model.PodKey;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One cluster to simulate.
 *
 * @param name the Scenario's name, or the names of the files joined by a comma
 * @param objects in the order of the files; those of files without a Scenario are in every cluster
 * @param steps the Scenario's; null where there is none, and every Pod without a node is submitted
 *     in order
 * @param standing pods among the objects that a cluster has let in already: whether or not they
 *     have a node, they are there from the start, and those that wait are tried again
 */
public record SimulationInput(
    String name, List<KubeObject> objects, @Nullable List<Step> steps, Set<PodKey> standing) {
  public SimulationInput {
    objects = List.copyOf(objects);
    steps = steps == null ? null : List.copyOf(steps);
    standing = Set.copyOf(standing);
  }

  /** An input of files alone. */
  public SimulationInput(String name, List<KubeObject> objects, @Nullable List<Step> steps) {
    this(name, objects, steps, Set.of());
  }

  SimulationInput withStanding(Set<PodKey> pods) {
    return new SimulationInput(name, objects, steps, pods);
  }
}
