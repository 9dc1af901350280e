package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.scheduling.PodExplainer;
import io.tidemark.app.simulation.kubescheduler.NodeChecks;
import io.tidemark.app.simulation.kubescheduler.PodNeeds;
import java.time.Instant;

/**
 * Says why a pod has no node, by the same checks in the same order as {@link PodScheduling}. It
 * only looks: neither the ledger nor the pod is another afterwards.
 */
final class PodInquiry {
  private final PodExplainer explainer;
  private final ObjectReader reader;
  private final NodeChecks nodeChecks;
  private final PodScheduling scheduling;

  PodInquiry(
      ModuleBus bus,
      ObjectReader reader,
      ClusterId cluster,
      NodeChecks nodeChecks,
      PodScheduling scheduling) {
    this.explainer = new PodExplainer(bus, cluster);
    this.reader = reader;
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
    return explainer.explain(pod, remaining.nodes(), remaining.reasons(), at);
  }
}
