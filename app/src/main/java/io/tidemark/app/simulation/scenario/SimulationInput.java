package io.tidemark.app.simulation.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cluster to simulate.
 *
 * @param name the Scenario's name, or the names of the files joined by a comma
 * @param objects in the order of the files; those of files without a Scenario are in every cluster
 * @param steps the Scenario's; null where there is none, and every Pod without a node is submitted
 *     in order
 */
public record SimulationInput(String name, List<KubeObject> objects, @Nullable List<Step> steps) {
  public SimulationInput {
    objects = List.copyOf(objects);
    steps = steps == null ? null : List.copyOf(steps);
  }
}
