package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.report.Decision;
import io.tidemark.app.scheduling.PodShape;
import io.tidemark.app.simulation.kubescheduler.PodNeeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pods that found no node, as they are read once and not again until their object changes. */
final class WaitingPods {
  /**
   * All that a refusal of a pod depends on and speaks of: where one pod finds no node, another of
   * the same shape finds none for the same reason.
   */
  record Shape(PodShape ofPod, List<String> containers, PodNeeds needs) {
    static Shape of(PodRecord pod, JsonNode object) {
      List<String> containers = pod.containers().stream().map(ContainerSpec::name).toList();
      return new Shape(PodShape.of(pod), containers, PodNeeds.of(object));
    }
  }

  /**
   * One pod.
   *
   * @param object as it was when it was read
   */
  record Waiting(PodBook.Entry entry, JsonNode object, PodRecord pod, Shape shape) {}

  private final EmbeddedCluster cluster;
  private final PodBook book;
  private Map<PodKey, Waiting> known = Map.of();

  WaitingPods(EmbeddedCluster cluster, PodBook book) {
    this.cluster = cluster;
    this.book = book;
  }

  /** By priority and then by age; pods of one age stay in the order in which they came. */
  List<Waiting> inOrder() {
    Map<PodKey, Waiting> waiting = new HashMap<>();
    List<Waiting> ordered = new ArrayList<>();
    for (ObjectKey key : cluster.objects().keys("Pod")) {
      PodBook.Entry entry = book.find(new PodKey(key.namespace(), key.name()));
      if (entry != null && entry.decision() == Decision.UNSCHEDULABLE) {
        Waiting pod = read(entry);
        waiting.put(entry.key(), pod);
        ordered.add(pod);
      }
    }
    known = waiting;
    ordered.sort(
        Comparator.<Waiting>comparingInt(candidate -> -candidate.pod().priority())
            .thenComparing(candidate -> candidate.pod().created()));
    return ordered;
  }

  private Waiting read(PodBook.Entry entry) {
    JsonNode object = Objects.requireNonNull(entry.lastObject());
    Waiting before = known.get(entry.key());
    // Every write is remembered as a new copy, so the instance says whether there was one.
    if (before != null && before.object() == object) {
      return before;
    }
    PodRecord pod = Objects.requireNonNull(cluster.present(entry.key()));
    return new Waiting(entry, object, pod, Shape.of(pod, object));
  }
}
