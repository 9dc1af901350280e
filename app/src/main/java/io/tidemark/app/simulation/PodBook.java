package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.Decision;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of every pod that a simulation knows, in the order in which they were named. */
final class PodBook {
  /** A pod as it stands. */
  static final class Entry {
    private final PodKey key;
    private PodOutcome outcome = new PodOutcome(Decision.PENDING, null, "has not been created");
    private @Nullable String chosenNode;
    private @Nullable JsonNode lastObject;

    private Entry(PodKey key) {
      this.key = key;
    }

    PodKey key() {
      return key;
    }

    PodOutcome outcome() {
      return outcome;
    }

    Decision decision() {
      return outcome.decision();
    }

    void decide(Decision decision, @Nullable String node, @Nullable String reason) {
      outcome = new PodOutcome(decision, node, reason);
    }

    /**
     * The node of the last filter, if it found one; null once the pod is bound. kube-scheduler
     * binds to it, whatever became of the reservation there.
     */
    @Nullable String chosenNode() {
      return chosenNode;
    }

    void choose(@Nullable String node) {
      chosenNode = node;
    }

    /** Whether the pod has a share on a node and is not bound to it yet. */
    boolean isReserved() {
      return outcome.decision() == Decision.PENDING && outcome.node() != null;
    }

    /** What the last filter reserved is not the pod's any more. */
    void loseReservation(String why) {
      if (isReserved()) {
        decide(Decision.PENDING, null, why);
      }
    }

    /** The pod as it last was in the cluster, or as it was submitted and denied. */
    @Nullable JsonNode lastObject() {
      return lastObject;
    }

    void remember(JsonNode object) {
      lastObject = object;
    }
  }

  private final Map<PodKey, Entry> entries = new LinkedHashMap<>();

  Entry of(PodKey key) {
    return entries.computeIfAbsent(key, Entry::new);
  }

  @Nullable Entry find(PodKey key) {
    return entries.get(key);
  }

  List<Entry> all() {
    return new ArrayList<>(entries.values());
  }

  Map<PodKey, PodOutcome> outcomes() {
    Map<PodKey, PodOutcome> outcomes = new LinkedHashMap<>();
    entries.forEach((key, entry) -> outcomes.put(key, entry.outcome()));
    return outcomes;
  }
}
