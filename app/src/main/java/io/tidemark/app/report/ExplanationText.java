package io.tidemark.app.report;

import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.Explanation.DeviceState;
import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.text.Excerpt;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An explanation as text: what the pod needs, what blocks it where, who holds that, and when it may
 * fit. Nodes with the same reason share a line; those that lack the least are shown with their
 * devices.
 */
public final class ExplanationText {
  private static final int MOST_NODES_WITH_DEVICES = 3;
  private static final int MOST_DEVICES = 16;
  private static final int MOST_NAMES = 8;
  private static final int MOST_HOLDERS = 4;

  private final Explanation explanation;
  private final Map<String, String> excluded;
  private final TextStyle style;
  private final StringBuilder out = new StringBuilder();
  private final TextLines lines;

  private ExplanationText(Explanation explanation, Map<String, String> excluded, TextStyle style) {
    this.explanation = explanation;
    this.excluded = excluded;
    this.style = style;
    this.lines = new TextLines(out, style);
  }

  /**
   * Each line ends in {@code \n}.
   *
   * @param excluded why kube-scheduler leaves out nodes that are not explained, by node name
   */
  public static String text(
      Explanation explanation, Map<String, String> excluded, TextStyle style) {
    return new ExplanationText(explanation, excluded, style).write();
  }

  private String write() {
    lines.title(explanation.pod().toString());
    verdict();
    if (!explanation.needs().isEmpty()) {
      lines.section("Needs");
      explanation.needs().forEach(need -> item(Tone.PLAIN, need));
    }
    if (explanation.quota() != null) {
      lines.section("Quota");
      item(Tone.WARNING, explanation.quota());
    }
    groups();
    nearest();
    releases();
    return out.toString();
  }

  private void verdict() {
    List<String> fits = explanation.fits();
    int refused = explanation.nodes().size() + excluded.size();
    if (explanation.quota() != null) {
      lines.paragraph(Tone.WARNING, "", "Kept out by a quota of its namespace.");
      if (!fits.isEmpty()) {
        lines.paragraph(
            Tone.PLAIN, "", "The devices have room on " + Words.some(fits, MOST_NAMES) + ".");
      }
    } else if (!fits.isEmpty()) {
      lines.paragraph(Tone.GOOD, "", "Fits now on " + Words.some(fits, MOST_NAMES) + ".");
    } else if (refused == 0) {
      lines.paragraph(Tone.WARNING, "", "Fits nowhere: the cluster has no node.");
    } else {
      lines.paragraph(
          Tone.WARNING, "", "Fits on none of " + Words.count(refused, "node") + " now.");
    }
  }

  /** One line per reason, the reason of most nodes first. */
  private void groups() {
    if (explanation.nodes().isEmpty() && excluded.isEmpty()) {
      return;
    }
    lines.section("What blocks");
    Map<String, List<String>> nodes = new LinkedHashMap<>();
    excluded.forEach(
        (node, reason) ->
            nodes
                .computeIfAbsent("kept off by kube-scheduler: " + reason, key -> new ArrayList<>())
                .add(node));
    for (Explanation.Node node : explanation.nodes()) {
      nodes.computeIfAbsent(reason(node), unused -> new ArrayList<>()).add(node.refusal().node());
    }
    nodes.entrySet().stream()
        .sorted((a, b) -> Integer.compare(b.getValue().size(), a.getValue().size()))
        .forEach(
            group -> {
              List<String> names = group.getValue();
              String who = names.size() == 1 ? names.get(0) : Words.count(names.size(), "node");
              item(Tone.PLAIN, who + ": " + group.getKey());
              if (names.size() > 1) {
                lines.paragraph(Tone.FAINT, "      ", Words.some(names, MOST_NAMES));
              }
            });
  }

  private static String reason(Explanation.Node node) {
    NodeRefusal refusal = node.refusal();
    String container =
        refusal.container().isEmpty() ? "" : ", container `" + refusal.container() + "`";
    if (refusal.devices().isEmpty()) {
      return RefusalWords.of(refusal.code()) + container + ": " + refusal.detail();
    }
    Map<RefusalCode, Long> counts = new TreeMap<>();
    refusal.devices().forEach(device -> counts.merge(device.code(), 1L, Long::sum));
    return counts.entrySet().stream()
            .map(
                count ->
                    RefusalWords.of(count.getKey())
                        + " on "
                        + count.getValue()
                        + " of "
                        + Words.count(refusal.devices().size(), "device"))
            .collect(Collectors.joining(", "))
        + container;
  }

  private void nearest() {
    List<Explanation.Node> nearest =
        explanation.nodes().stream()
            .filter(node -> !node.devices().isEmpty())
            .sorted(NodeDistance.ORDER)
            .toList();
    if (nearest.isEmpty()) {
      return;
    }
    lines.section(
        nearest.size() > MOST_NODES_WITH_DEVICES ? "The nearest nodes" : "Device by device");
    nearest.stream().limit(MOST_NODES_WITH_DEVICES).forEach(this::node);
  }

  private void node(Explanation.Node node) {
    lines.paragraph(Tone.HEADING, "  ", node.refusal().node() + ": " + node.refusal().detail());
    int width =
        node.devices().stream()
            .mapToInt(device -> device.device().uuid().length())
            .reduce(0, Math::max);
    node.devices().stream().limit(MOST_DEVICES).forEach(device -> device(device, width));
    if (node.devices().size() > MOST_DEVICES) {
      lines.line("    and " + Words.count(node.devices().size() - MOST_DEVICES, "more device"));
    }
  }

  private void device(DeviceState device, int width) {
    boolean room = device.code() == null;
    lines.line(
        "    "
            + Words.pad(Excerpt.printable(device.device().uuid()), width)
            + "  "
            + style.paint(
                room ? Tone.GOOD : Tone.WARNING,
                device.code() == null ? "has room" : RefusalWords.of(device.code())));
    List<String> holders =
        device.holders().stream()
            .map(holder -> holder.pod() + " (" + Words.amount(holder.held()) + ")")
            .toList();
    String text =
        amounts(device)
            + (holders.isEmpty() ? "" : "; held by " + Words.some(holders, MOST_HOLDERS));
    lines.paragraph(Tone.PLAIN, " ".repeat(Math.min(width, 12) + 6), text);
  }

  /** What is needed, and slots where they are what lacks. */
  private static String amounts(DeviceState device) {
    List<String> parts = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      long need = measure.of(device.need());
      long free = measure.of(device.free());
      if (need > free || (need != 0 && (measure != Measure.SLOTS || parts.isEmpty()))) {
        parts.add(
            need
                + " "
                + measure.unit()
                + " needed, "
                + free
                + " of "
                + measure.of(device.capacity())
                + " free");
      }
    }
    return String.join("; ", parts);
  }

  /** A chain is a row of events that do not suffice and the one with which it fits. */
  private void releases() {
    if (explanation.releases().isEmpty()) {
      if (explanation.fits().isEmpty() || explanation.quota() != null) {
        lines.section("When it may fit");
        item(Tone.PLAIN, "No coming event is known that would make enough room.");
      }
      return;
    }
    lines.section("When it may fit");
    boolean chained = false;
    for (Release release : explanation.releases()) {
      String text =
          Stream.of(chained ? "and" : "", release.text(), outcome(release))
              .filter(part -> !part.isEmpty())
              .reduce((a, b) -> a + " " + b)
              .orElse("");
      if (chained) {
        lines.paragraph(release.sufficient() ? Tone.GOOD : Tone.PLAIN, "      ", text);
      } else {
        item(release.sufficient() ? Tone.GOOD : Tone.PLAIN, text);
      }
      chained = !release.sufficient();
    }
  }

  private static String outcome(Release release) {
    return release.sufficient() ? "(then fits on " + release.node() + ")" : "(not enough alone)";
  }

  private void item(Tone tone, String text) {
    List<String> wrapped = Words.wrap(text, Words.WIDTH - 4);
    for (int i = 0; i < wrapped.size(); i++) {
      lines.line((i == 0 ? "  - " : "    ") + style.paint(tone, wrapped.get(i)));
    }
  }
}
