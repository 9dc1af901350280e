package io.tidemark.app.cli;

/**
 * While open, an interrupt (Ctrl-C) or another request to stop ends the program at once. Quarkus
 * would wait for the command to finish, which may be a long simulation or a read of a pipe.
 */
final class StopAtOnce implements AutoCloseable {
  private final Thread hook =
      new Thread(() -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED), "stop at once");

  StopAtOnce() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The request came before.
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The request came just now, and the hook ends the program.
    }
  }
}
