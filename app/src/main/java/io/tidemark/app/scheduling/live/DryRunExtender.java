package io.tidemark.app.scheduling.live;

import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.scheduling.Extender;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides for whoever asks, and changes nothing for them: every candidate passes the filter, all
 * are equally good, and a bind is refused. So it may stand in a kube-scheduler's configuration, as
 * an extender without {@code bindVerb}, whoever else decides there.
 */
final class DryRunExtender implements Extender {
  private final ObjectReader reader;
  private final Standing standing;
  private final ShadowDecisions decisions;
  private final Supplier<ClusterSnapshot> ledger;

  DryRunExtender(
      ObjectReader reader,
      Standing standing,
      ShadowDecisions decisions,
      Supplier<ClusterSnapshot> ledger) {
    this.reader = reader;
    this.standing = standing;
    this.decisions = decisions;
    this.ledger = ledger;
  }

  @Override
  public FilterAnswer filter(FilterQuestion question) {
    PodRecord pod = reader.pod(question.pod()).value();
    if (pod.asks() && standing.notCurrent() == null) {
      ClusterSnapshot present = ledger.get();
      if (question.nodes() == null) {
        decisions.decide(pod, present, question.nodeNames());
      } else {
        QuestionedNodes nodes = QuestionedNodes.of(present, question.nodes(), reader);
        decisions.decide(pod, nodes.snapshot(), nodes.names());
      }
    }
    return new FilterAnswer.All();
  }

  @Override
  public PrioritizeAnswer prioritize(FilterQuestion question) {
    return new PrioritizeAnswer.Scores(HostScores.equal(names(question)));
  }

  @Override
  public PreemptAnswer preempt(PreemptQuestion question) {
    return new PreemptAnswer.Nodes(question.victims());
  }

  private List<String> names(FilterQuestion question) {
    if (question.nodes() != null) {
      return QuestionedNodes.of(ledger.get(), question.nodes(), reader).names();
    }
    @Nullable List<String> names = question.nodeNames();
    return names == null ? List.of() : names;
  }

  @Override
  public CompletionStage<BindAnswer> bind(BindQuestion question, Caller caller) {
    String reason =
        "dry run: Tidemark binds nothing; its extender configuration must have no bindVerb";
    decisions.bindRefused(
        new PodKey(question.namespace(), question.name()), question.uid(), question.node(), reason);
    return CompletableFuture.completedFuture(new BindAnswer.Failed(reason));
  }
}
