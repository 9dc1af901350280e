package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.Decision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a Scenario expects. */
final class ExpectReader {
  static final List<String> POD_FIELDS =
      List.of("decision", "node", "reason", "allocation", "devices", "wouldFitAfter");
  static final List<String> DEVICE_FIELDS = List.of("memory", "cores", "slots", "overcommitted");
  static final List<String> AMOUNT_FIELDS = List.of("used", "limit");

  private static final List<String> DECISIONS =
      Arrays.stream(Decision.values()).map(Decision::text).toList();
  private static final String CLEAN = "clean";
  private static final String NO_LIMIT = "none";

  private final ScenarioNames names;

  ExpectReader(ScenarioNames names) {
    this.names = names;
  }

  Step read(StepAt at, PlacedValue value) throws InputException {
    JsonNode json = value.map().json();
    if (json.has("pod")) {
      return pod(at, value);
    }
    if (json.has("quota")) {
      return quota(at, value);
    }
    if (json.has("namespace")) {
      return namespace(at, value);
    }
    if (json.has("node") || json.has("device")) {
      return device(at, value);
    }
    if (json.has("ledger")) {
      return ledger(at, value);
    }
    String given = json.fieldNames().hasNext() ? json.fieldNames().next() : "";
    throw value.wrong(
        "must name a pod, a node and device, a namespace, a quota or the ledger, found "
            + value.found()
            + Spelling.hint(given, List.of("pod", "node", "namespace", "quota", "ledger")));
  }

  private Step pod(StepAt at, PlacedValue value) throws InputException {
    fields(value, List.of("pod"), POD_FIELDS);
    PodKey pod = names.pod(value.get("pod"));
    PlacedValue node = value.get("node");
    return new Step.ExpectPod(
        at.of(pod),
        pod,
        decision(value.get("decision")),
        node.exists() ? names.node(node) : null,
        text(value.get("reason")),
        allocation(value.get("allocation")),
        devices(value.get("devices")),
        text(value.get("wouldFitAfter")));
  }

  private static @Nullable String decision(PlacedValue value) throws InputException {
    String word = text(value);
    if (word != null && !DECISIONS.contains(word)) {
      throw value.wrong(
          "must be one of "
              + String.join(", ", DECISIONS)
              + ", found "
              + word
              + Spelling.hint(word, DECISIONS));
    }
    return word;
  }

  private @Nullable Map<String, String> allocation(PlacedValue value) throws InputException {
    if (!value.exists()) {
      return null;
    }
    if (value.json().isTextual()) {
      return Map.of("", value.text());
    }
    if (!value.json().isObject() || value.json().isEmpty()) {
      throw value.wrong(
          "must be a text, or a map from the words of device families to texts, found "
              + value.found());
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : value.json().properties()) {
      String word = names.familyWord(value, entry.getKey());
      texts.put(word, value.get(word).text());
    }
    return Collections.unmodifiableMap(texts);
  }

  private @Nullable Set<String> devices(PlacedValue value) throws InputException {
    if (!value.exists()) {
      return null;
    }
    Set<String> devices = new LinkedHashSet<>();
    for (PlacedValue element : value.list()) {
      if (!devices.add(names.device(element))) {
        throw element.wrong(element.text() + " is there already");
      }
    }
    return Collections.unmodifiableSet(devices);
  }

  private Step device(StepAt at, PlacedValue value) throws InputException {
    fields(value, List.of("node", "device"), DEVICE_FIELDS);
    String node = names.node(value.get("node"));
    String device = names.device(value.get("device"), node);
    PlacedValue overcommitted = value.get("overcommitted");
    return new Step.ExpectDevice(
        at.of(node + " " + device),
        node,
        device,
        amount(value.get("memory")),
        amount(value.get("cores")),
        amount(value.get("slots")),
        overcommitted.exists() ? overcommitted.bool() : null);
  }

  private Step namespace(StepAt at, PlacedValue value) throws InputException {
    fields(value, List.of("namespace", "resource"), AMOUNT_FIELDS);
    String namespace = value.get("namespace").name();
    String resource = names.resource(value.get("resource"));
    return new Step.ExpectNamespace(
        at.of(namespace + " " + resource),
        namespace,
        resource,
        amount(value.get("used")),
        limit(value.get("limit")));
  }

  private Step quota(StepAt at, PlacedValue value) throws InputException {
    fields(value, List.of("quota", "resource"), AMOUNT_FIELDS);
    PodKey quota = names.quota(value.get("quota"));
    String resource = names.resource(value.get("resource"));
    return new Step.ExpectQuota(
        at.of("quota " + quota + " " + resource),
        quota.namespace(),
        quota.name(),
        resource,
        amount(value.get("used")),
        limit(value.get("limit")));
  }

  private static Step ledger(StepAt at, PlacedValue value) throws InputException {
    PlacedValue ledger = value.map(List.of("ledger")).get("ledger");
    if (!ledger.text().equals(CLEAN)) {
      throw ledger.wrong("must be " + CLEAN + ", found " + ledger.found());
    }
    return new Step.ExpectLedgerClean(at.of("ledger clean"));
  }

  /** An expectation with nothing expected would always hold, and so hide a mistake. */
  private static void fields(PlacedValue value, List<String> subject, List<String> expected)
      throws InputException {
    List<String> allowed = new ArrayList<>(subject);
    allowed.addAll(expected);
    value.map(allowed);
    if (expected.stream().noneMatch(value.json()::has)) {
      throw value.wrong("expects nothing; give at least one of " + String.join(", ", expected));
    }
  }

  private static @Nullable String text(PlacedValue value) throws InputException {
    return value.exists() ? value.text() : null;
  }

  private static @Nullable Long amount(PlacedValue value) throws InputException {
    return value.exists() ? value.number(0, Long.MAX_VALUE) : null;
  }

  private static Step.@Nullable Limit limit(PlacedValue value) throws InputException {
    if (!value.exists()) {
      return null;
    }
    if (value.json().isTextual() && value.json().textValue().equals(NO_LIMIT)) {
      return Step.Limit.NONE;
    }
    if (!value.json().isNumber()) {
      throw value.wrong("must be a whole number of at least 0, or none, found " + value.found());
    }
    return new Step.Limit(value.number(0, Long.MAX_VALUE));
  }
}
