package io.tidemark.app.cli;

/** What the program's exit status says (docs/cli.md). */
final class ExitCode {
  static final int OK = 0;

  /** An expectation of a Scenario did not hold. */
  static final int EXPECTATION_FAILED = 1;

  /** {@code check} has found something. */
  static final int FOUND = 1;

  /** The input, the arguments or the configuration cannot be read. */
  static final int UNREADABLE = 2;

  /** A fault of the program. */
  static final int INTERNAL = 70;

  /** Asked to stop before it was done, as shells have it for Ctrl-C. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
