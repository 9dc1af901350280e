package io.tidemark.app.cli;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.InputReader;
import io.tidemark.app.simulation.scenario.KubeObject;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Reads the files of a command. */
@ApplicationScoped
public class Inputs {
  private final InputReader reader;

  public Inputs(DeviceFamilies families) {
    this.reader = new InputReader(families);
  }

  /**
   * @param notes gets what was skipped
   */
  List<SimulationInput> read(List<String> files, PrintWriter notes) throws InputException {
    return read(files, List.of(), notes);
  }

  /**
   * The same on a cluster that is there.
   *
   * @param cluster its objects
   */
  List<SimulationInput> read(List<String> files, List<KubeObject> cluster, PrintWriter notes)
      throws InputException {
    InputReader.Input input = reader.read(files, () -> System.in, cluster);
    input.notes().forEach(note -> notes.println("tidemark: " + note));
    notes.flush();
    return input.simulations();
  }

  /** The objects of files that show a cluster as it is: nothing happens there. */
  List<KubeObject> objects(List<String> files, PrintWriter notes) throws InputException {
    List<KubeObject> objects = new ArrayList<>();
    for (SimulationInput input : read(files, notes)) {
      if (input.steps() != null) {
        throw new InputException(
            "Scenario " + input.name() + ": only `tidemark simulate` runs a Scenario");
      }
      objects.addAll(input.objects());
    }
    return objects;
  }
}
