package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.Component;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The one cluster that all scenarios share, one after another. */
final class RealCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String LEDGER = "/api/usage";
  private static final Predicate<String> LEADS =
      line -> line.startsWith("tidemark_leader") && line.endsWith(" 1.0");

  private final Replica tidemark;
  private final ClusterApi user;
  private final ClusterApi plugin;
  private final NodeAgent agent;
  private final Fence fence;
  private final KubernetesClient client;
  private final Component scheduler;
  private final Set<String> namespaces = new HashSet<>();
  private final Set<String> nodes = new TreeSet<>();
  private final Set<String> priorityClasses = new TreeSet<>();

  RealCluster(ControlPlane controlPlane, Installation installation, Replica tidemark) {
    this.client = controlPlane.client();
    this.scheduler = controlPlane.scheduler();
    this.tidemark = tidemark;
    this.user = new ClusterApi(client);
    this.plugin = new ClusterApi(installation.devicePlugin());
    this.agent = installation.agent();
    this.fence = new Fence(plugin, this::usage);
    namespace(Fence.NAME);
  }

  /** In the name of somebody who may do what users may. */
  ClusterApi user() {
    return user;
  }

  /** In the name of HAMi's device plugin, who may write allocations. */
  ClusterApi plugin() {
    return plugin;
  }

  NodeAgent agent() {
    return agent;
  }

  /** Makes a namespace where there is none yet; it stays. */
  void namespace(String name) {
    if (namespaces.add(name)) {
      if (user.get("Namespace", "", name) == null) {
        user.create(
            ClusterApi.parse(
                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}"
                    .formatted(name)));
      }
      Waiting.until(
          "the default service account of " + name,
          PATIENCE,
          () -> client.serviceAccounts().inNamespace(name).withName("default").get() != null);
    }
  }

  /** Shows a Node, and plays its kubelet from then on. */
  void showNode(JsonNode document) {
    nodes.add(Documents.name(document));
    agent.adopt(PlayedNode.kubelet(document));
    PlayedNode.show(plugin, document);
  }

  void removeNode(String name) {
    nodes.remove(name);
    agent.remove(name);
  }

  void addPriorityClass(JsonNode document) {
    priorityClasses.add(Documents.name(document));
    user.create(document);
  }

  /** Tidemark dies without a word and comes again. */
  void restart() {
    tidemark.process().kill();
    tidemark.start();
    // Until its dead predecessor's lease is over it answers no filter.
    Waiting.until(
        "Tidemark to lead",
        PATIENCE,
        () -> tidemark.manage("/q/metrics").body().lines().anyMatch(LEADS));
  }

  /**
   * Does something that kube-scheduler sees only after Tidemark has. Both watch the API server; on
   * a cluster the one or the other is faster, and what a pod finds that is tried in between is
   * chance.
   */
  void beforeKubeScheduler(Change change) throws LeftOut {
    scheduler.pause();
    try {
      change.happen();
      settle();
    } finally {
      scheduler.resume();
    }
  }

  /** Something that happens to the cluster. */
  interface Change {
    void happen() throws LeftOut;
  }

  /** Returns when Tidemark has seen what happened to pods and quotas. */
  void settle() {
    fence.pass();
  }

  /** Returns when Tidemark has seen what happened to nodes. */
  void settleNodes() {
    fence.passNodes();
  }

  JsonNode usage() {
    return ask(LEDGER);
  }

  /** What Tidemark answers; of a pod that it does not know, nothing. */
  JsonNode ask(String path) {
    HttpResponse<String> answer = tidemark.get(path);
    return ClusterApi.parse(answer.statusCode() == 404 ? "{}" : answer.body());
  }

  /** The last lines of Tidemark's log. */
  String log() {
    return tidemark.process().tail();
  }

  /** Removes all that a scenario left, and waits until Tidemark's ledger is empty. */
  void clean() {
    for (String namespace : namespaces) {
      if (!namespace.equals(Fence.NAME)) {
        plugin.deleteAll("Pod", namespace);
        user.deleteAll("ResourceQuota", namespace);
      }
    }
    List.copyOf(nodes).forEach(this::removeNode);
    priorityClasses.forEach(name -> user.delete("PriorityClass", "", name, 0));
    priorityClasses.clear();
    Waiting.forValue(
        "an empty ledger",
        PATIENCE,
        Duration.ofMillis(10),
        () -> left(usage()).isEmpty() ? true : null);
  }

  /** What is in the ledger besides the fence. */
  private static List<String> left(JsonNode usage) {
    List<String> left = new ArrayList<>();
    usage.path("nodes").fieldNames().forEachRemaining(left::add);
    usage
        .path("namespaces")
        .properties()
        .forEach(
            namespace ->
                namespace
                    .getValue()
                    .properties()
                    .forEach(
                        resource -> {
                          if (resource.getValue().path("used").asLong() != 0
                              || !resource.getValue().path("limit").isNull()) {
                            left.add(namespace.getKey());
                          }
                        }));
    usage.path("pods").forEach(pod -> left.add(pod.path("pod").asText()));
    left.removeIf(Fence::isOf);
    return left;
  }

  @Override
  public void close() {
    agent.close();
  }
}
