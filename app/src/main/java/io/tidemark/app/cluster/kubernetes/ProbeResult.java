package io.tidemark.app.cluster.kubernetes;

/** Whether there is an API server that can be worked with. */
public sealed interface ProbeResult {
  /**
   * @param serverVersion for instance {@code v1.36.3}
   */
  record Usable(String serverVersion) implements ProbeResult {}

  /**
   * @param reason one line for whoever started the program
   */
  record Unusable(String reason) implements ProbeResult {}
}
