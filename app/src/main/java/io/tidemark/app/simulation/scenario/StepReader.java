package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Reads the steps of one Scenario, one after another. */
final class StepReader {
  /** The steps in the order of the documentation. */
  static final List<String> WORDS =
      List.of(
          "create",
          "retry",
          "filter",
          "bind",
          "start",
          "finish",
          "succeed",
          "fail",
          "sandbox",
          "status",
          "apply",
          "remove",
          "redeliver",
          "restart",
          "advance",
          "expect");

  private static final int MAX_COUNT = 100_000;

  private final ScenarioNames names;
  private final KubeObjectReader objectReader;
  private final ExpectReader expectReader;
  private final Set<PodKey> placedFromStart = new HashSet<>();

  StepReader(ScenarioNames names, KubeObjectReader objectReader, List<KubeObject> objects) {
    this.names = names;
    this.objectReader = objectReader;
    this.expectReader = new ExpectReader(names);
    for (KubeObject object : objects) {
      boolean pod = object.kind().equals(ObjectKind.POD.word());
      if (pod && !object.json().path("spec").path("nodeName").asText("").isEmpty()) {
        placedFromStart.add(new PodKey(object.namespace(), object.name()));
      }
    }
  }

  /**
   * @param index of the step, from 1
   */
  Step read(int index, PlacedValue step) throws InputException {
    step.map();
    if (step.json().size() != 1) {
      throw step.wrong("must be a map of one step and its fields, found " + step.found());
    }
    String word = step.json().fieldNames().next();
    PlacedValue value = step.get(word);
    StepAt at = new StepAt(index, step.fileAndLine(), word);
    return switch (word) {
      case "create" -> create(at, value);
      case "retry" -> ofPod(at, value, Step.Retry::new);
      case "filter" -> ofPod(at, value, Step.Filter::new);
      case "bind" -> ofPod(at, value, Step.Bind::new);
      case "start" -> start(at, value);
      case "finish" -> finish(at, value);
      case "succeed" -> ofPod(at, value, Step.Succeed::new);
      case "fail" -> ofPod(at, value, Step.Fail::new);
      case "sandbox" -> ofPod(at, value, Step.Sandbox::new);
      case "status" -> status(at, value);
      case "apply" -> apply(at, value);
      case "remove" -> remove(at, value);
      case "redeliver" -> ofPod(at, value, Step.Redeliver::new);
      case "restart" -> {
        value.map(List.of());
        yield new Step.Restart(at.of());
      }
      case "advance" -> advance(at, value);
      case "expect" -> expectReader.read(at, value);
      default -> throw value.unknown("step", WORDS);
    };
  }

  /** A step that takes a pod and nothing else. */
  private Step ofPod(StepAt at, PlacedValue value, BiFunction<Step.At, PodKey, Step> step)
      throws InputException {
    PodKey pod = names.pod(value.map(List.of("pod")).get("pod"));
    return step.apply(at.of(pod), pod);
  }

  private Step create(StepAt at, PlacedValue value) throws InputException {
    value.map(List.of("pod", "as", "count"));
    PodKey document = names.document(value.get("pod"));
    PlacedValue as = value.get("as");
    PlacedValue count = value.get("count");
    if (placedFromStart.contains(document)) {
      throw value
          .get("pod")
          .wrong("Pod " + document + " has a node, so it is there from the start");
    }
    PodKey base = as.exists() ? names.newPod(as, document) : document;
    List<PodKey> keys = List.of(base);
    String times = "";
    if (count.exists()) {
      int number = (int) count.number(1, MAX_COUNT);
      keys =
          IntStream.range(0, number)
              .mapToObj(i -> new PodKey(base.namespace(), base.name() + "-" + i))
              .toList();
      times = " x" + number;
    }
    names.declare(document, keys);
    String renamed = base.equals(document) ? "" : " as " + base;
    return new Step.Create(at.of(document + renamed + times), document, keys);
  }

  private Step start(StepAt at, PlacedValue value) throws InputException {
    PodKey pod = names.pod(value.map(List.of("pod", "container")).get("pod"));
    String container = names.container(value.get("container"), pod);
    return new Step.Start(at.of(pod + " " + container), pod, container);
  }

  private Step finish(StepAt at, PlacedValue value) throws InputException {
    PodKey pod = names.pod(value.map(List.of("pod", "container", "exitCode")).get("pod"));
    String container = names.container(value.get("container"), pod);
    PlacedValue exitCode = value.get("exitCode");
    int code = exitCode.exists() ? (int) exitCode.number(Integer.MIN_VALUE, Integer.MAX_VALUE) : 0;
    String label = pod + " " + container + (code == 0 ? "" : " exit " + code);
    return new Step.Finish(at.of(label), pod, container, code);
  }

  private Step status(StepAt at, PlacedValue value) throws InputException {
    PodKey pod = names.pod(value.map(List.of("pod", "status")).get("pod"));
    PlacedValue status = value.get("status").map();
    objectReader.checkStatus(pod, status);
    return new Step.Status(at.of(pod), pod, status.json());
  }

  private Step apply(StepAt at, PlacedValue value) throws InputException {
    PlacedValue word = value.map().get("kind");
    KubeObject object = objectReader.read(kind(word), value);
    names.declare(object);
    return new Step.Apply(at.of(label(object.kind(), object.namespace(), object.name())), object);
  }

  private Step remove(StepAt at, PlacedValue value) throws InputException {
    ObjectKind kind = kind(value.map().get("kind"));
    value.map(kind.namespaced() ? List.of("kind", "name", "namespace") : List.of("kind", "name"));
    String namespace = "";
    if (kind.namespaced()) {
      PlacedValue given = value.get("namespace");
      namespace = given.exists() ? given.name() : "default";
    }
    String name = names.object(value.get("name"), kind, namespace);
    return new Step.Remove(
        at.of(label(kind.word(), namespace, name)), kind.word(), namespace, name);
  }

  private static Step advance(StepAt at, PlacedValue value) throws InputException {
    JsonNode json = value.json();
    Duration by = json.isTextual() ? GoDuration.positive(json.textValue()) : null;
    if (by == null) {
      throw value.wrong("must be a duration like 90s, 6m or 1h30m, found " + value.found());
    }
    return new Step.Advance(at.of(json.textValue()), by);
  }

  private static ObjectKind kind(PlacedValue word) throws InputException {
    ObjectKind kind = ObjectKind.of(word.text());
    if (kind == null) {
      throw word.wrong(
          word.text()
              + " is no kind that can be simulated; known are "
              + String.join(", ", ObjectKind.WORDS)
              + Spelling.hint(word.text(), ObjectKind.WORDS));
    }
    return kind;
  }

  private static String label(String kind, String namespace, String name) {
    return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
  }
}
