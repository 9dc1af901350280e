package io.tidemark.app.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.app.cluster.kubernetes.ClusterReader;
import io.tidemark.app.cluster.kubernetes.ClusterReader.Kind;
import io.tidemark.app.cluster.kubernetes.KubernetesConnection;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.simulation.scenario.KubeObject;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Reads the objects of a cluster that decisions need. */
@ApplicationScoped
public class ClusterObjects {
  private static final List<Kind> NEEDED = List.of(Kind.NODE, Kind.RESOURCE_QUOTA, Kind.POD);

  /** They decide about new pods only, and not every reader may list them. */
  private static final List<Kind> USEFUL = List.of(Kind.NAMESPACE, Kind.PRIORITY_CLASS);

  /** In the order in which kube-scheduler would try them, should all become possible at once. */
  private static final Comparator<KubeObject> WAITING_LAST =
      Comparator.comparing(ClusterObjects::waits)
          .thenComparing(object -> waits(object) ? -priority(object) : 0L)
          .thenComparing(object -> waits(object) ? created(object) : "");

  private final KubernetesConnection connection;
  private final NeededFields fields;

  public ClusterObjects(KubernetesConnection connection, DeviceFamilies families) {
    this.connection = connection;
    this.fields = new NeededFields(families);
  }

  /**
   * All nodes, quotas and pods of a cluster, and its namespaces and priority classes where they can
   * be listed; each with the fields that decisions read.
   *
   * @param notes is told what could not be listed
   * @throws InvalidConfigurationException where there is no such cluster, or it cannot be read
   */
  public List<KubeObject> read(ClusterChoice choice, Consumer<String> notes) {
    try (ClusterReader reader = open(choice)) {
      List<KubeObject> objects = new ArrayList<>();
      NEEDED.forEach(kind -> objects.addAll(list(reader, kind)));
      objects.sort(WAITING_LAST);
      for (Kind kind : USEFUL) {
        try {
          objects.addAll(list(reader, kind));
        } catch (InvalidConfigurationException e) {
          notes.accept(e.getMessage() + "; going on without them");
        }
      }
      return List.copyOf(objects);
    }
  }

  /** The namespace that a pod is in whose name is all that was given. */
  public String namespace(ClusterChoice choice) {
    try (ClusterReader reader = open(choice)) {
      return reader.namespace();
    }
  }

  private static boolean waits(KubeObject object) {
    return object.kind().equals("Pod")
        && object.json().path("spec").path("nodeName").asText("").isEmpty();
  }

  private static long priority(KubeObject pod) {
    return pod.json().path("spec").path("priority").asLong();
  }

  /** As the API server writes times, all in one form and zone, text sorts by time. */
  private static String created(KubeObject pod) {
    return pod.json().path("metadata").path("creationTimestamp").asText("");
  }

  ClusterReader open(ClusterChoice choice) {
    return connection.reading(choice.kubeconfig(), choice.context());
  }

  private List<KubeObject> list(ClusterReader reader, Kind kind) {
    return reader.list(
        kind,
        item -> {
          ObjectNode object = fields.of(kind.word(), kind.apiVersion(), item);
          return new KubeObject(
              kind.word(),
              item.path("metadata").path("namespace").asText(""),
              item.path("metadata").path("name").asText(""),
              object,
              "the cluster");
        });
  }
}
