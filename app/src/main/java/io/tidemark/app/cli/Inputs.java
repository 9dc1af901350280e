package io.tidemark.app.cli;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.app.simulation.scenario.InputException;
import io.tidemark.app.simulation.scenario.InputReader;
import io.tidemark.app.simulation.scenario.SimulationInput;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.PrintWriter;
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
    InputReader.Input input = reader.read(files, () -> System.in);
    input.notes().forEach(note -> notes.println("tidemark: " + note));
    notes.flush();
    return input.simulations();
  }
}
