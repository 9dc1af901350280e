package io.tidemark.app.scheduling;

import io.tidemark.api.placement.NodeRefusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Why a pod found no node, as one line: nodes with the same reason stand together. */
public final class RefusalText {
  private static final int NAMED_NODES = 3;

  private RefusalText() {}

  /** The reason of a filter that led to no node. */
  static String of(FilterOutcome outcome) {
    if (outcome instanceof FilterOutcome.NoneFits none) {
      return of(none.refusals());
    }
    if (outcome instanceof FilterOutcome.Failed failed) {
      return failed.reason();
    }
    throw new IllegalArgumentException("a pod that found a node has no reason: " + outcome);
  }

  /** The most frequent reason first. */
  public static String of(List<NodeRefusal> refusals) {
    return of(refusals, Map.of());
  }

  /**
   * The most frequent reason first.
   *
   * @param others why nodes were not even asked about, by node name
   */
  public static String of(List<NodeRefusal> refusals, Map<String, String> others) {
    if (refusals.isEmpty() && others.isEmpty()) {
      return "there is no node";
    }
    Map<String, List<String>> nodes = new LinkedHashMap<>();
    Map<String, String> details = new LinkedHashMap<>();
    others.forEach(
        (node, reason) -> nodes.computeIfAbsent(reason, text -> new ArrayList<>()).add(node));
    for (NodeRefusal refusal : refusals) {
      nodes.computeIfAbsent(refusal.text(), text -> new ArrayList<>()).add(refusal.node());
      details.putIfAbsent(refusal.text(), refusal.detail());
    }
    return nodes.entrySet().stream()
        .sorted((a, b) -> Integer.compare(b.getValue().size(), a.getValue().size()))
        .map(
            entry ->
                line(entry.getKey(), entry.getValue(), details.getOrDefault(entry.getKey(), "")))
        .collect(Collectors.joining("; "));
  }

  private static String line(String reason, List<String> nodes, String detail) {
    String named = nodes.stream().limit(NAMED_NODES).collect(Collectors.joining(", "));
    String where =
        nodes.size() > NAMED_NODES ? nodes.size() + " nodes (" + named + ", ...)" : named;
    return where + ": " + reason + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
