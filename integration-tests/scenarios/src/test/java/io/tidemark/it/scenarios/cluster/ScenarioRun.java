package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.controlplane.agent.KubeletRole;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.it.scenarios.ScenarioFile;
import io.tidemark.it.scenarios.cluster.LeftOut.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One scenario on the real cluster: what its steps mean is fixed by docs/scenarios.md. */
final class ScenarioRun {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration POLL = Duration.ofMillis(10);

  /** Kubernetes tells times in whole seconds: after this one the second is another. */
  private static final Duration NEXT_SECOND = Duration.ofMillis(1_050);

  /** For so long kube-scheduler puts a pod behind others that it has just tried. */
  private static final Duration BACK_OFF = Duration.ofMillis(1_100);

  private static final long TERMINATES_UNTIL_REMOVED = 3_600;
  private static final Set<Integer> REFUSALS = Set.of(400, 403, 422);

  /** Who refuses as Tidemark: its webhooks and its policies. */
  private static final String TIDEMARKS = "tidemark";

  /** Steps that wait for kube-scheduler, or that change nothing for it. */
  private static final Set<String> WAITS = Set.of("create", "restart", "advance");

  private static final Set<String> ON_A_NODE =
      Set.of("start", "finish", "succeed", "fail", "sandbox");

  private static final Set<String> SCHEDULERS =
      Set.of("tidemark-scheduler", "hami-scheduler", "default-scheduler");

  private final RealCluster cluster;
  private final ScenarioFile file;
  private final Map<String, JsonNode> documents = new HashMap<>();
  private final Map<String, String> uids = new HashMap<>();
  private final PodFates fates;
  private final ClusterExpectations expectations;
  private long lastAct = System.nanoTime();
  private long lastCreated = System.nanoTime();

  ScenarioRun(RealCluster cluster, ScenarioFile file) {
    this.cluster = cluster;
    this.file = file;
    this.fates = new PodFates(cluster.user());
    this.expectations = new ClusterExpectations(cluster, fates);
  }

  /** Runs it whole. */
  void run() throws LeftOut {
    Feasibility.check(file);
    List<JsonNode> objects = Documents.objects(file);
    // A real cluster has its classes and nodes before its pods.
    for (String kind : List.of("PriorityClass", "Namespace", "Node", "ResourceQuota", "Pod")) {
      for (JsonNode object : objects) {
        if (Documents.kind(object).equals(kind)) {
          present(object);
        }
      }
    }
    cluster.settle();
    cluster.settleNodes();
    int index = 0;
    for (JsonNode step : file.steps()) {
      index++;
      try {
        String word = step.fieldNames().next();
        if (ON_A_NODE.contains(word)) {
          String pod = Documents.key(step.path(word).path("pod").asText());
          Waiting.until(pod + " to have a node", PATIENCE, () -> isServed(pod));
        }
        if (word.equals("expect")) {
          expectations.check(step.path(word));
        } else {
          if (WAITS.contains(word)) {
            act(word, step.path(word));
            cluster.settle();
          } else {
            List<String> waiting = fates.waiting();
            if (isNode(step.path(word)) && waiting.size() > 1) {
              throw new LeftOut(Rule.RACE_FOR_A_NODE, "step " + index + " of " + waiting);
            }
            if (waiting.size() > 1) {
              // Of two that wait, the one that kube-scheduler just tried would come last.
              sleepUntil(lastAct + BACK_OFF.toNanos());
            }
            cluster.beforeKubeScheduler(
                () -> {
                  act(word, step.path(word));
                  if (isNode(step.path(word))) {
                    cluster.settleNodes();
                  }
                });
          }
          lastAct = System.nanoTime();
        }
      } catch (AssertionError | KubernetesClientException e) {
        throw new AssertionError("step " + index + " " + step + ": " + e.getMessage(), e);
      }
    }
  }

  private void present(JsonNode object) throws LeftOut {
    if (Documents.isPod(object) && !Documents.isPlaced(object)) {
      documents.put(Documents.key(object), object);
    } else {
      apply(object);
    }
  }

  private void act(String word, JsonNode step) throws LeftOut {
    String pod = Documents.key(step.path("pod").asText());
    String container = step.path("container").asText();
    switch (word) {
      case "create" -> create(step);
      case "start" -> status(pod, each -> KubeletStatuses.start(each, container, Instant.now()));
      case "finish" -> finish(pod, container, step.path("exitCode").asInt());
      case "succeed" -> status(pod, each -> KubeletStatuses.succeed(each, Instant.now()));
      case "fail" -> status(pod, each -> KubeletStatuses.fail(each, Instant.now()));
      case "sandbox" -> {
        status(pod, each -> KubeletStatuses.loseSandbox(each, Instant.now()));
        status(pod, each -> KubeletStatuses.rebuildSandbox(each, Instant.now()));
      }
      case "status" -> status(pod, each -> each.set("status", step.path("status")));
      case "apply" -> apply(step);
      case "remove" -> remove(step);
      case "retry", "redeliver" -> touch(pod);
      case "restart" -> cluster.restart();
      case "advance" -> sleepUntil(System.nanoTime() + NEXT_SECOND.toNanos());
      default -> throw new IllegalArgumentException("no step of scenarios: " + word);
    }
  }

  private void finish(String key, String container, int exitCode) throws LeftOut {
    ObjectNode pod = cluster.user().pod(key);
    if (pod != null && KubeletStatuses.isOutOfTurn(pod, container)) {
      throw new LeftOut(Rule.OUT_OF_TURN, "container " + container + " of " + key);
    }
    status(key, each -> KubeletStatuses.finish(each, container, exitCode, Instant.now()));
  }

  private void create(JsonNode step) throws LeftOut {
    String document = Documents.key(step.path("pod").asText());
    String as = step.path("as").asText(document);
    String key = as.contains("/") ? as : Documents.namespaceOf(document) + "/" + as;
    int count = step.path("count").asInt(0);
    JsonNode pod = Objects.requireNonNull(documents.get(document), document);
    if (count == 0) {
      create(key, pod);
    }
    for (int i = 0; i < count; i++) {
      create(key + "-" + i, pod);
    }
  }

  private void create(String key, JsonNode document) throws LeftOut {
    cluster.namespace(Documents.namespaceOf(key));
    if (!fates.waiting().isEmpty()) {
      // Of pods of one second nobody can tell the older one.
      sleepUntil(lastCreated + NEXT_SECOND.toNanos());
    }
    lastCreated = System.nanoTime();
    try {
      cluster.user().create(pod(document, key, KubeletRole.ADMISSION));
      fates.entered(key);
    } catch (KubernetesClientException e) {
      String message = said(e);
      if (REFUSALS.contains(e.getCode()) && !message.contains(TIDEMARKS) && !expectsDenial(key)) {
        throw new LeftOut(Rule.REFUSED_BY_THE_API_SERVER, message);
      }
      fates.denied(key, message);
      return;
    }
    awaitDecision(key);
  }

  private static boolean isNode(JsonNode step) {
    return step.path("kind").asText().equals("Node");
  }

  private static void sleepUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private boolean expectsDenial(String key) {
    return file.steps().stream()
        .map(step -> step.path("expect"))
        .anyMatch(
            expected ->
                Documents.key(expected.path("pod").asText()).equals(key)
                    && expected.path("decision").asText().equals("Denied"));
  }

  /** Kube-scheduler has tried, and a pod that got a node has been served by its plugins. */
  private void awaitDecision(String key) {
    Waiting.forValue(
        "a decision on " + key + "; " + cluster.log(),
        PATIENCE,
        POLL,
        () -> {
          JsonNode pod = fates.now(key);
          boolean decided =
              pod == null
                  || !SCHEDULERS.contains(pod.path("spec").path("schedulerName").asText())
                  || fates.decision(key).equals("Unschedulable")
                  || (Documents.isPlaced(pod) && !isAllocating(pod));
          return decided ? true : null;
        });
    JsonNode status = Objects.requireNonNull(fates.last(key)).path("status");
    if (status.path("reason").asText().equals("UnexpectedAdmissionError")) {
      throw new AssertionError("the kubelet refuses " + key + ": " + status.path("message"));
    }
  }

  private boolean isServed(String key) {
    JsonNode pod = fates.now(key);
    return pod != null && Documents.isPlaced(pod) && !isAllocating(pod);
  }

  private static boolean isAllocating(JsonNode pod) {
    JsonNode phase = pod.path("metadata").path("annotations").path("hami.io/bind-phase");
    return phase.asText().equals("allocating");
  }

  private void status(String key, Consumer<ObjectNode> change) {
    cluster
        .plugin()
        .change("Pod", Documents.namespaceOf(key), Documents.nameOf(key), "/status", change);
  }

  /** Makes the API server show a pod once more. */
  private void touch(String key) {
    cluster
        .user()
        .change(
            "Pod",
            Documents.namespaceOf(key),
            Documents.nameOf(key),
            "",
            pod ->
                Documents.map(pod, "annotations")
                    .put("scenario.tidemark.io/shown-again", Instant.now().toString()));
  }

  private void remove(JsonNode step) {
    String name = step.path("name").asText();
    if (step.path("kind").asText().equals("Node")) {
      cluster.removeNode(name);
      return;
    }
    String namespace = step.path("namespace").asText("default");
    if (step.path("kind").asText().equals("Pod")) {
      fates.last(namespace + "/" + name);
    }
    cluster.namespace(namespace);
    cluster.user().delete(step.path("kind").asText(), namespace, name, 0);
  }

  private void apply(JsonNode object) throws LeftOut {
    switch (Documents.kind(object)) {
      case "Node" -> cluster.showNode(object);
      case "Namespace" -> cluster.namespace(Documents.name(object));
      case "PriorityClass" -> orLeaveOut(() -> cluster.addPriorityClass(object));
      case "ResourceQuota" -> applyQuota(object);
      default -> applyPod(object);
    }
  }

  private void applyQuota(JsonNode quota) throws LeftOut {
    cluster.namespace(Documents.namespace(quota));
    JsonNode spec = quota.path("spec");
    boolean present =
        cluster
            .user()
            .change(
                "ResourceQuota",
                Documents.namespace(quota),
                Documents.name(quota),
                "",
                each -> each.set("spec", spec));
    if (!present) {
      ObjectNode created = quota.deepCopy();
      PlayedNode.clean(created);
      created.remove("status");
      orLeaveOut(() -> cluster.user().create(created));
    }
  }

  /** A pod as a watch shows it: what is new about it is written by who may write it. */
  private void applyPod(JsonNode document) throws LeftOut {
    String key = Documents.key(document);
    String namespace = Documents.namespaceOf(key);
    String name = Documents.nameOf(key);
    cluster.namespace(namespace);
    String uid = Documents.uid(document);
    boolean present = fates.now(key) != null;
    if (present && !uid.equals(uids.getOrDefault(key, uid))) {
      cluster.plugin().delete("Pod", namespace, name, 0);
      present = false;
    }
    uids.put(key, uid);
    if (present) {
      cluster.plugin().change("Pod", namespace, name, "", pod -> annotate(pod, document));
    } else {
      ObjectNode created = pod(document, key, KubeletRole.NONE);
      orLeaveOut(
          () -> {
            if (Documents.isPlaced(created)) {
              cluster.plugin().createPlaced(created);
            } else {
              // Nobody may bring a placement along; it is written later, by who may.
              Documents.map(created, "annotations").removeAll();
              cluster.plugin().create(created);
              cluster.plugin().change("Pod", namespace, name, "", pod -> annotate(pod, document));
            }
          });
      fates.entered(key);
    }
    if (document.path("status").isObject() && !document.path("status").isEmpty()) {
      JsonNode status = document.path("status");
      cluster.plugin().change("Pod", namespace, name, "/status", pod -> pod.set("status", status));
    }
    if (document.path("metadata").hasNonNull("deletionTimestamp")) {
      cluster.plugin().delete("Pod", namespace, name, TERMINATES_UNTIL_REMOVED);
    }
  }

  private static void annotate(ObjectNode pod, JsonNode document) {
    ObjectNode annotations = Documents.map(pod, "annotations");
    String role = annotations.path(KubeletRole.ANNOTATION).asText();
    annotations.removeAll();
    annotations.put(KubeletRole.ANNOTATION, role);
    JsonNode wanted = document.path("metadata").path("annotations");
    wanted.properties().forEach(each -> annotations.set(each.getKey(), each.getValue()));
  }

  private static ObjectNode pod(JsonNode document, String key, KubeletRole role) {
    ObjectNode pod = document.deepCopy();
    PlayedNode.clean(pod);
    pod.remove("status");
    ObjectNode metadata = pod.withObject("/metadata");
    metadata.remove("deletionTimestamp");
    metadata.put("namespace", Documents.namespaceOf(key)).put("name", Documents.nameOf(key));
    Documents.map(pod, "annotations").put(KubeletRole.ANNOTATION, role.value());
    return pod;
  }

  /** What kubectl would show. */
  private static String said(KubernetesClientException refusal) {
    Status status = refusal.getStatus();
    return String.valueOf(status == null ? refusal.getMessage() : status.getMessage());
  }

  private static void orLeaveOut(Runnable write) throws LeftOut {
    try {
      write.run();
    } catch (KubernetesClientException e) {
      if (REFUSALS.contains(e.getCode())) {
        throw new LeftOut(Rule.REFUSED_BY_THE_API_SERVER, said(e));
      }
      throw e;
    }
  }
}
