package io.tidemark.app.report;

import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import io.tidemark.app.report.TextStyle.Tone;
import io.tidemark.app.report.UsageReport.NamespaceUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The state at the end of a report: devices in use with their pods, namespaces with quotas. */
final class EndState {
  private static final int MOST_PODS = 6;

  private EndState() {}

  static void write(SimulationReport report, History history, TextLines lines, TextStyle style) {
    int width = SubjectColumn.width(report, history);
    writeDevices(report.usage(), history, width, lines, style);
    writeNamespaces(report.usage(), width, lines, style);
  }

  private static void writeDevices(
      UsageReport usage, History history, int width, TextLines lines, TextStyle style) {
    List<Place> all = devices(usage, history);
    if (all.isEmpty()) {
      return;
    }
    lines.section("Devices at the end");
    int idle = 0;
    for (Place place : all) {
      DeviceLevel level = history.end(place);
      if (level.byPod().isEmpty()) {
        idle++;
        continue;
      }
      DeviceText text = DeviceText.of(level, style);
      List<String> pods = level.byPod().keySet().stream().map(PodKey::toString).toList();
      lines.entry(
          width,
          place.toString(),
          text.tone(),
          text.bar(),
          List.of(text.amounts(), "held by " + Words.some(pods, MOST_PODS)));
    }
    if (idle > 0) {
      lines.line("  idle: " + idle + " of " + Words.count(all.size(), "device"));
    }
  }

  /** Those of the moments, then those that the usage alone names. */
  private static List<Place> devices(UsageReport usage, History history) {
    List<Place> all = new ArrayList<>(history.places());
    usage
        .nodes()
        .forEach(
            (node, devices) ->
                devices.keySet().stream()
                    .map(device -> new Place(node, device))
                    .filter(place -> !history.places().contains(place))
                    .forEach(all::add));
    return all;
  }

  private static void writeNamespaces(
      UsageReport usage, int width, TextLines lines, TextStyle style) {
    boolean titled = false;
    for (Map.Entry<String, Map<String, NamespaceUsage>> namespace : usage.namespaces().entrySet()) {
      for (Map.Entry<String, NamespaceUsage> resource : namespace.getValue().entrySet()) {
        NamespaceUsage used = resource.getValue();
        if (!used.worthShowing()) {
          continue;
        }
        if (!titled) {
          lines.section("Namespaces at the end");
          titled = true;
        }
        writeNamespace(namespace.getKey(), resource.getKey(), used, width, lines, style);
      }
    }
  }

  private static void writeNamespace(
      String namespace,
      String resource,
      NamespaceUsage used,
      int width,
      TextLines lines,
      TextStyle style) {
    Long limit = used.limit();
    boolean over = limit != null && used.used() > limit;
    String bar = limit == null ? "" : UsageBar.of(used.used(), limit, style);
    String text = resource + " " + used.used() + (limit == null ? ", no limit" : " / " + limit);
    lines.entry(
        width,
        namespace,
        over ? Tone.BAD : Tone.PLAIN,
        bar,
        List.of(over ? text + ", OVER QUOTA" : text));
  }
}
