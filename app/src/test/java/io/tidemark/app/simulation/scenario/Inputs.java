package io.tidemark.app.simulation.scenario;

import io.tidemark.api.fixture.Families;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts read as input, given on standard input. */
final class Inputs {
  /**
   * A node, a pod that waits, one that is placed, and a quota: what the Scenarios here are about.
   */
  static final String CLUSTER =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: n1, annotations: {hami.io/node-nvidia-register: '[{"id":"GPU-0"},{"id":"GPU-1"}]'}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: train, namespace: team-a}
      spec:
        initContainers: [{name: prepare}]
        containers: [{name: main}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: placed, namespace: team-a}
      spec: {nodeName: n1, containers: [{name: main}]}
      ---
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: gpus, namespace: team-a}
      spec: {hard: {limits.nvidia.com/gpumem: 24k}}
      ---
      """;

  private Inputs() {}

  static InputReader.Input read(String text) throws InputException {
    return new InputReader(Families.BUNDLED)
        .read(
            List.of(InputReader.STANDARD_INPUT),
            () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The cluster with a Scenario of the given steps, each a YAML flow map on a line of its own. */
  static String scenario(String... steps) {
    StringBuilder text = new StringBuilder(CLUSTER);
    text.append("apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\n");
    text.append("spec:\n  steps:\n");
    for (String step : steps) {
      text.append("  - ").append(step.replace("\n", "\n    ")).append('\n');
    }
    return text.toString();
  }

  static List<Step> steps(String... steps) throws InputException {
    List<Step> read = read(scenario(steps)).simulations().get(0).steps();
    return read == null ? List.of() : read;
  }

  /** The one line that a text is refused with. */
  static String refusal(String text) {
    try {
      read(text);
    } catch (InputException e) {
      return e.line();
    }
    return "read without an error";
  }
}
