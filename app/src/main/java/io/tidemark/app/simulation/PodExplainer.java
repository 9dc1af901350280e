package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.Supposition;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.scheduling.RefusalText;
import io.tidemark.app.simulation.kubescheduler.NodeChecks;
import io.tidemark.app.simulation.kubescheduler.PodNeeds;
import java.time.Instant;
import java.util.List;

/**
 * Says why a pod has no node, by the same checks in the same order as {@link PodScheduling}. It
 * only looks: neither the ledger nor the pod is another afterwards.
 */
final class PodExplainer {
  private final ModuleBus bus;
  private final ObjectReader reader;
  private final ClusterId cluster;
  private final NodeChecks nodeChecks;
  private final PodScheduling scheduling;

  PodExplainer(
      ModuleBus bus,
      ObjectReader reader,
      ClusterId cluster,
      NodeChecks nodeChecks,
      PodScheduling scheduling) {
    this.bus = bus;
    this.reader = reader;
    this.cluster = cluster;
    this.nodeChecks = nodeChecks;
    this.scheduling = scheduling;
  }

  PodAnswer answer(PodBook.Entry entry, Instant at) {
    JsonNode object = entry.lastObject();
    if (object == null) {
      return new PodAnswer.Unknown();
    }
    return switch (entry.decision()) {
      case BOUND -> new PodAnswer.Settled("is bound to node " + entry.outcome().node());
      case DENIED -> new PodAnswer.Settled("is refused at admission: " + entry.outcome().reason());
      case DELETED -> new PodAnswer.Settled("is deleted");
      case PENDING, UNSCHEDULABLE -> pending(object, reader.pod(object).value(), at);
    };
  }

  private PodAnswer pending(JsonNode object, PodRecord pod, Instant at) {
    String held = scheduling.held(object, pod);
    if (!held.isEmpty()) {
      return new PodAnswer.Settled(held);
    }
    NodeChecks.Outcome remaining = nodeChecks.check(PodNeeds.of(object));
    if (!pod.asks()) {
      return new PodAnswer.Settled(
          "asks for no device, so Tidemark does not keep it from any node"
              + (remaining.nodes().isEmpty()
                  ? "; " + RefusalText.of(List.of(), remaining.reasons())
                  : ""));
    }
    PolicyReply policy = bus.policy(new ChoosePolicy(cluster, at, pod));
    if (policy instanceof PolicyReply.Unreadable unreadable) {
      return new PodAnswer.Settled("cannot be scheduled: " + unreadable.problem());
    }
    ClusterSnapshot present = bus.snapshot(new TakeSnapshot(cluster, at));
    return new PodAnswer.Waiting(
        bus.explain(
            new Explain(
                at,
                Supposition.withoutReservation(present, pod.uid()),
                pod,
                ((PolicyReply.Chosen) policy).policy(),
                remaining.nodes())),
        remaining.reasons());
  }
}
