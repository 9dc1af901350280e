package io.tidemark.app.simulation.scenario;

import java.util.ArrayList;
import java.util.List;

/** Paths of fields as {@link io.tidemark.api.model.Problem} has them. */
final class ObjectPath {
  private ObjectPath() {}

  /**
   * Takes a path apart: {@code spec.containers[0].resources.limits[nvidia.com/gpu]} has the steps
   * {@code spec}, {@code containers}, {@code 0}, {@code resources}, {@code limits} and {@code
   * nvidia.com/gpu}.
   */
  static List<String> steps(String path) {
    List<String> steps = new ArrayList<>();
    StringBuilder step = new StringBuilder();
    boolean inBrackets = false;
    for (char c : path.toCharArray()) {
      boolean ends = inBrackets ? c == ']' : c == '.' || c == '[';
      if (!ends) {
        step.append(c);
        continue;
      }
      if (!step.isEmpty()) {
        steps.add(step.toString());
        step.setLength(0);
      }
      inBrackets = c == '[';
    }
    if (!step.isEmpty()) {
      steps.add(step.toString());
    }
    return steps;
  }
}
