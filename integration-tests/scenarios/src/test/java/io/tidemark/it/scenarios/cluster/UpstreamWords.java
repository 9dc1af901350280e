package io.tidemark.it.scenarios.cluster;

import java.util.Map;

/**
 * Reasons that are not Tidemark's on a real cluster: the API server or kube-scheduler gives them,
 * in words of its own. The simulator, which plays both, says more.
 */
final class UpstreamWords {
  private static final Map<String, String> WORDS =
      Map.of(
          "pod has no containers", "spec.containers: Required value",
          "no PriorityClass hihg is known", "no PriorityClass with name hihg was found",
          "there is no node", "no nodes available to schedule pods",
          "the pod's node selector or affinity does not match",
              "didn't match Pod's node affinity/selector",
          "example.com/maintenance", "node(s) had untolerated taint(s)",
          "n3: insufficient cpu", "Insufficient cpu");

  private UpstreamWords() {}

  /** What stands for it on a real cluster; the same where Tidemark says it. */
  static String of(String expected) {
    return WORDS.getOrDefault(expected, expected);
  }
}
