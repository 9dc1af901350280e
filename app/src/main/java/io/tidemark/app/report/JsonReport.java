package io.tidemark.app.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.Explanation;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.SimulationReport.Expectations;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports as JSON, with the fields and the order of the scenario contract ({@code
 * docs/scenarios.md}, "Output"). Trees are built by hand, so that the names are a decision of this
 * class and a native binary needs no reflection.
 */
public final class JsonReport {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  static final ObjectWriter PRETTY = pretty();

  private JsonReport() {}

  /** The object of a single report; an array, in the given order, of any other number of them. */
  public static String text(List<SimulationReport> reports) {
    if (reports.size() == 1) {
      return text(report(reports.get(0)));
    }
    ArrayNode array = NODES.arrayNode();
    reports.forEach(report -> array.add(report(report)));
    return text(array);
  }

  /** The tree, indented by two spaces, with {@code \n} on every platform and at the end. */
  public static String text(JsonNode tree) {
    try {
      return PRETTY.writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory can always be written", e);
    }
  }

  public static ObjectNode report(SimulationReport report) {
    ObjectNode json = NODES.objectNode();
    json.put("scenario", report.scenario());
    ArrayNode steps = json.putArray("steps");
    for (Event event : report.events()) {
      if (event instanceof Event.Decided decided) {
        steps.add(decided(decided));
      }
    }
    json.set("usage", usage(report.usage()));
    ObjectNode pods = json.putObject("pods");
    report
        .pods()
        .forEach(
            (key, outcome) ->
                pods.putObject(key.toString())
                    .put("decision", outcome.decision().text())
                    .put("node", outcome.node())
                    .put("reason", outcome.reason()));
    json.set("expectations", expectations(report.expectations()));
    return json;
  }

  /** The {@code usage} object, as {@code GET /api/usage} answers it too. */
  public static ObjectNode usage(UsageReport usage) {
    ObjectNode json = NODES.objectNode();
    ObjectNode nodes = json.putObject("nodes");
    usage
        .nodes()
        .forEach(
            (node, devices) -> {
              ObjectNode byDevice = nodes.putObject(node);
              devices.forEach(
                  (device, used) ->
                      byDevice
                          .putObject(device)
                          .put("slots", used.slots())
                          .put("memoryMiB", used.memoryMiB())
                          .put("cores", used.cores()));
            });
    ObjectNode namespaces = json.putObject("namespaces");
    usage
        .namespaces()
        .forEach(
            (namespace, resources) -> {
              ObjectNode byResource = namespaces.putObject(namespace);
              resources.forEach(
                  (resource, used) ->
                      byResource
                          .putObject(resource)
                          .put("used", used.used())
                          .put("limit", used.limit()));
            });
    return json;
  }

  /**
   * One pod's explanation, as {@code GET /api/explain/{namespace}/{pod}} answers it.
   *
   * @param excluded why kube-scheduler leaves out nodes that are not explained, by node name; empty
   *     where that is not known, as on a live cluster
   */
  public static ObjectNode explanation(Explanation explanation, Map<String, String> excluded) {
    return ExplanationJson.of(explanation, excluded);
  }

  /**
   * The answer to a question about a pod: how it stands, and where it waits its explanation.
   *
   * @param scenario its name; without one the files, joined by commas; null where a cluster was
   *     asked
   * @param explanation as {@link #explanation} writes it; null where nothing keeps the pod from
   *     anything
   */
  public static ObjectNode standing(
      @Nullable String scenario, PodKey pod, PodOutcome outcome, @Nullable ObjectNode explanation) {
    ObjectNode json = NODES.objectNode();
    json.put("scenario", scenario);
    json.put("pod", pod.toString());
    json.put("decision", outcome.decision().text());
    json.put("node", outcome.node());
    json.put("reason", outcome.reason());
    if (explanation != null) {
      json.setAll(explanation);
    }
    return json;
  }

  private static ObjectNode decided(Event.Decided decided) {
    ObjectNode json = NODES.objectNode();
    json.put("index", decided.index());
    json.put("step", decided.step());
    json.put("pod", decided.pod().toString());
    json.put("decision", decided.decision().text());
    json.put("node", decided.node());
    json.set("allocation", allocation(decided.allocation()));
    json.put("reason", decided.reason());
    return json;
  }

  /** Null where there is none, the text itself where it is one family's, else text by word. */
  private static JsonNode allocation(Map<String, String> byFamily) {
    if (byFamily.isEmpty()) {
      return NODES.nullNode();
    }
    if (byFamily.size() == 1) {
      return NODES.textNode(byFamily.values().iterator().next());
    }
    ObjectNode json = NODES.objectNode();
    byFamily.forEach(json::put);
    return json;
  }

  private static ObjectNode expectations(Expectations expectations) {
    ObjectNode json = NODES.objectNode();
    json.put("passed", expectations.passed());
    json.put("failed", expectations.failures().size());
    ArrayNode failures = json.putArray("failures");
    expectations.failures().forEach(failures::add);
    return json;
  }

  private static ObjectWriter pretty() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators);
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    return new JsonMapper().writer(printer);
  }
}
