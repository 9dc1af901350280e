package io.tidemark.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What replicas say of usage, and what of the nodes' locks is left. */
final class Ledgers {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Ledgers() {}

  /** Waits until two replicas say the same of every card and namespace. */
  static void awaitEqual(Replica one, Replica other) {
    try {
      Waiting.until("two ledgers to be equal", PATIENCE, () -> usage(one).equals(usage(other)));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + differences(usage(one), usage(other)), e);
    }
  }

  /** Waits until a replica says that nothing is used anywhere. */
  static void awaitNothingUsed(Replica replica) {
    try {
      Waiting.until("nothing to be used", PATIENCE, () -> used(replica).isEmpty());
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + used(replica), e);
    }
  }

  /** Waits until no node is locked. */
  static void awaitNoLock(KubernetesClient client) {
    Waiting.until("all locks to be released", PATIENCE, () -> locks(client).isEmpty());
  }

  /** The locks of nodes, by name. */
  static Map<String, String> locks(KubernetesClient client) {
    Map<String, String> locks = new TreeMap<>();
    for (Node node : client.nodes().list().getItems()) {
      Map<String, String> annotations = node.getMetadata().getAnnotations();
      String lock = annotations == null ? null : annotations.get("hami.io/mutex.lock");
      if (lock != null) {
        locks.put(node.getMetadata().getName(), lock);
      }
    }
    return locks;
  }

  /** Every number that is not 0, of cards and of namespaces. */
  private static List<String> used(Replica replica) {
    JsonNode usage = usage(replica);
    List<String> used = new ArrayList<>();
    usage
        .path("nodes")
        .properties()
        .forEach(
            node ->
                node.getValue()
                    .properties()
                    .forEach(
                        card -> {
                          long slots = card.getValue().path("slots").asLong();
                          long memory = card.getValue().path("memoryMiB").asLong();
                          if (slots != 0 || memory != 0) {
                            used.add(card.getKey() + " " + slots + "/" + memory);
                          }
                        }));
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
                          long amount = resource.getValue().path("used").asLong();
                          if (amount != 0) {
                            used.add(namespace.getKey() + " " + resource.getKey() + " " + amount);
                          }
                        }));
    return used;
  }

  /** The parts in which two documents differ, and how. */
  private static List<String> differences(JsonNode one, JsonNode other) {
    List<String> differences = new ArrayList<>();
    collect("", one, other, differences);
    return differences;
  }

  private static void collect(String path, JsonNode one, JsonNode other, List<String> differences) {
    if (!one.isObject() || !other.isObject()) {
      if (!one.equals(other)) {
        differences.add(path + ": " + one + " and " + other);
      }
      return;
    }
    Set<String> names = new TreeSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    names.forEach(
        name -> collect(path + "/" + name, one.path(name), other.path(name), differences));
  }

  /** Without the version, which counts what a replica has seen. */
  private static JsonNode usage(Replica replica) {
    return ((ObjectNode) Workload.json(replica.get("/api/usage"))).without("version");
  }
}
