package io.tidemark.app.report;

import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import java.util.List;
import java.util.stream.Collectors;

/** The state at the end of a report as HTML tables: pods, devices in use, namespaces. */
final class EndTables {
  private EndTables() {}

  static void write(SimulationReport report, History history, Markup html) {
    writePods(report, html);
    writeDevices(history, html);
    writeNamespaces(report.usage(), html);
  }

  private static void writePods(SimulationReport report, Markup html) {
    if (report.realPods().isEmpty()) {
      return;
    }
    start(html, "Pods at the end", List.of("Pod", "Decision", "Node", "Reason"));
    report
        .realPods()
        .forEach(
            (pod, outcome) -> {
              html.open("tr");
              html.text("th", pod.toString(), "scope", "row");
              html.text(
                  "td",
                  outcome.decision().text(),
                  "class",
                  ("word " + ChartHtml.cssClass(EventWords.tone(outcome.decision()))).strip());
              html.text("td", outcome.node() == null ? "" : outcome.node());
              html.text("td", outcome.reason() == null ? "" : outcome.reason(), "class", "long");
              html.close("tr");
            });
    end(html);
  }

  private static void writeDevices(History history, Markup html) {
    List<DeviceLevel> used =
        history.places().stream()
            .map(history::end)
            .filter(level -> !level.byPod().isEmpty())
            .toList();
    if (used.isEmpty()) {
      return;
    }
    start(html, "Devices at the end", List.of("Node", "Device", "Used / capacity", "Held by"));
    for (DeviceLevel level : used) {
      DeviceText text = DeviceText.of(level, TextStyle.PLAIN);
      html.open("tr");
      html.text("th", level.node(), "scope", "row");
      html.text("th", level.device(), "scope", "row");
      html.text("td", text.amounts(), "class", ChartHtml.cssClass(text.tone()));
      html.text(
          "td",
          level.byPod().keySet().stream().map(PodKey::toString).collect(Collectors.joining(", ")));
      html.close("tr");
    }
    end(html);
  }

  private static void writeNamespaces(UsageReport usage, Markup html) {
    boolean any =
        usage.namespaces().values().stream()
            .flatMap(resources -> resources.values().stream())
            .anyMatch(UsageReport.NamespaceUsage::worthShowing);
    if (!any) {
      return;
    }
    start(html, "Namespaces at the end", List.of("Namespace", "Resource", "Used", "Limit"));
    usage
        .namespaces()
        .forEach(
            (namespace, resources) ->
                resources.forEach(
                    (resource, used) -> {
                      if (used.worthShowing()) {
                        html.open("tr");
                        html.text("th", namespace, "scope", "row");
                        html.text("th", resource, "scope", "row");
                        html.text("td", Long.toString(used.used()));
                        html.text("td", used.limit() == null ? "none" : used.limit().toString());
                        html.close("tr");
                      }
                    }));
    end(html);
  }

  private static void start(Markup html, String heading, List<String> columns) {
    html.text("h3", heading);
    html.open("div", "class", "scroll").open("table").open("thead").open("tr");
    columns.forEach(column -> html.text("th", column, "scope", "col"));
    html.close("tr").close("thead").open("tbody");
  }

  private static void end(Markup html) {
    html.close("tbody").close("table").close("div");
  }
}
