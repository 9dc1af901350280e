package io.tidemark.app.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** Writes lines for the user beside the result. */
record Notes(PrintWriter err) implements Consumer<String> {
  @Override
  public void accept(String line) {
    err.println("tidemark: " + line);
    err.flush();
  }
}
