package io.tidemark.app.simulation.scenario;

import io.tidemark.api.family.DeviceFamilies;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a Scenario document strictly. Its structure is checked first, and then the names, since a
 * step may use what a later one brings.
 */
final class ScenarioReader {
  static final String API_VERSION = "tidemark.io/v1alpha1";

  private final DeviceFamilies families;
  private final KubeObjectReader objectReader;

  ScenarioReader(DeviceFamilies families, KubeObjectReader objectReader) {
    this.families = families;
    this.objectReader = objectReader;
  }

  /**
   * @param objects the cluster's
   */
  SimulationInput read(PlacedValue scenario, List<KubeObject> objects) throws InputException {
    PlacedValue apiVersion = scenario.get("apiVersion");
    if (!apiVersion.text().equals(API_VERSION)) {
      throw apiVersion.wrong(
          "must be " + API_VERSION + " for a Scenario, found " + apiVersion.found());
    }
    scenario.map(List.of("apiVersion", "kind", "metadata", "spec"));
    String name = scenario.get("metadata").map(List.of("name")).get("name").text();
    List<PlacedValue> values = scenario.get("spec").map(List.of("steps")).get("steps").list();
    ScenarioNames names = new ScenarioNames(new KnownNames(objects, families), families);
    StepReader stepReader = new StepReader(names, objectReader, objects);
    List<Step> steps = new ArrayList<>();
    for (PlacedValue value : values) {
      steps.add(stepReader.read(steps.size() + 1, value));
    }
    names.check();
    return new SimulationInput(name, objects, steps);
  }
}
