package io.tidemark.controlplane.build;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The programs of one control plane.
 *
 * @param directory holds one executable file per {@link Program}
 */
public record Binaries(Path directory) {
  /** The executable file of a program. */
  public Path of(Program program) {
    return directory.resolve(program.fileName());
  }

  /** Whether every program is there. */
  boolean complete() {
    for (Program program : Program.values()) {
      if (!Files.isExecutable(of(program))) {
        return false;
      }
    }
    return true;
  }
}
