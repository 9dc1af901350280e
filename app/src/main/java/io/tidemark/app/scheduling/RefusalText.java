package io.tidemark.app.scheduling;

import io.tidemark.api.placement.NodeRefusal;
import java.util.ArrayList;
import java.util.Comparator;
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
    Map<String, Group> groups = new LinkedHashMap<>();
    others.forEach((node, reason) -> groups.computeIfAbsent(reason, Group::new).add(node, ""));
    for (NodeRefusal refusal : refusals) {
      groups.computeIfAbsent(refusal.text(), Group::new).add(refusal.node(), refusal.detail());
    }
    return groups.values().stream()
        .sorted(Comparator.comparingInt((Group group) -> group.nodes.size()).reversed())
        .map(Group::line)
        .collect(Collectors.joining("; "));
  }

  /** The nodes with one reason, and what there is to say of them. */
  private static final class Group {
    private final String reason;
    private final List<String> nodes = new ArrayList<>();
    private final Map<String, String> nodesByDetail = new LinkedHashMap<>();

    Group(String reason) {
      this.reason = reason;
    }

    void add(String node, String detail) {
      nodes.add(node);
      if (!detail.isEmpty()) {
        nodesByDetail.putIfAbsent(detail, node);
      }
    }

    String line() {
      String named = nodes.stream().limit(NAMED_NODES).collect(Collectors.joining(", "));
      String where =
          nodes.size() > NAMED_NODES ? nodes.size() + " nodes (" + named + ", ...)" : named;
      return where + ": " + reason + detail();
    }

    /** Numbers differ from node to node, so where they do, one node's stand for it alone. */
    private String detail() {
      if (nodesByDetail.isEmpty()) {
        return "";
      }
      Map.Entry<String, String> first = nodesByDetail.entrySet().iterator().next();
      return nodesByDetail.size() == 1
          ? " (" + first.getKey() + ")"
          : " (on " + first.getValue() + " " + first.getKey() + ")";
    }
  }
}
