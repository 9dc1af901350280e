package io.tidemark.app.scheduling.live;

import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.scheduling.Extender;
import io.tidemark.app.scheduling.FilterOutcome;
import io.tidemark.app.scheduling.NodeSearch;
import io.tidemark.app.scheduling.RefusalText;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.scheduling.binding.BindDesk;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Answers kube-scheduler from the ledger of a live cluster. Thread-safe. */
public final class LiveExtender implements Extender {
  private final ModuleBus bus;
  private final ClusterId cluster;
  private final ObjectReader reader;
  private final Scheduler scheduler;
  private final NodeSearch search;
  private final BindDesk desk;
  private final Standing standing;
  private final Announcer announcer;
  private final FilterMode mode;
  private final Clock clock;

  public LiveExtender(
      ModuleBus bus,
      ClusterId cluster,
      ObjectReader reader,
      Scheduler scheduler,
      BindDesk desk,
      Standing standing,
      Announcer announcer,
      FilterMode mode,
      Clock clock) {
    this.bus = bus;
    this.cluster = cluster;
    this.reader = reader;
    this.scheduler = scheduler;
    this.search = new NodeSearch(bus, cluster);
    this.desk = desk;
    this.standing = standing;
    this.announcer = announcer;
    this.mode = mode;
    this.clock = clock;
  }

  @Override
  public FilterAnswer filter(FilterQuestion question) {
    String elsewhere = standing.notLeading();
    if (elsewhere != null) {
      return new FilterAnswer.NotLeading(elsewhere);
    }
    PodRecord pod = reader.pod(question.pod()).value();
    if (!pod.asks()) {
      return new FilterAnswer.All();
    }
    String outdated = standing.notCurrent();
    if (outdated != null) {
      return new FilterAnswer.Failed(outdated);
    }
    if (desk.inFlight(pod.key())) {
      return new FilterAnswer.Failed("pod " + pod.key() + ": bind in progress");
    }
    Instant now = clock.instant();
    if (question.nodes() != null) {
      QuestionedNodes nodes = QuestionedNodes.of(snapshot(now), question.nodes(), reader);
      return choice(pod, nodes.snapshot(), nodes.names(), now);
    }
    return mode == FilterMode.ALL
        ? told(pod, choice(pod, snapshot(now), question.nodeNames(), now))
        : reserve(pod, question.nodeNames(), now);
  }

  @Override
  public PrioritizeAnswer prioritize(FilterQuestion question) {
    String elsewhere = standing.notLeading();
    if (elsewhere != null) {
      return new PrioritizeAnswer.NotLeading(elsewhere);
    }
    PodRecord pod = reader.pod(question.pod()).value();
    Instant now = clock.instant();
    ClusterSnapshot snapshot = snapshot(now);
    List<String> names = question.nodeNames();
    if (question.nodes() != null) {
      QuestionedNodes nodes = QuestionedNodes.of(snapshot, question.nodes(), reader);
      snapshot = nodes.snapshot();
      names = nodes.names();
    }
    if (!pod.asks()) {
      return new PrioritizeAnswer.Scores(HostScores.equal(names == null ? List.of() : names));
    }
    String outdated = standing.notCurrent();
    if (outdated != null) {
      return new PrioritizeAnswer.Failed(outdated);
    }
    NodeSearch.Result result = search.nodes(pod, snapshot, names, now);
    return result instanceof NodeSearch.Result.Found found
        ? new PrioritizeAnswer.Scores(HostScores.of(search.ranked(found, now)))
        : new PrioritizeAnswer.Failed(((NodeSearch.Result.Unreadable) result).reason());
  }

  /** Nothing is reserved: the devices are free only once the victims have ended. */
  @Override
  public PreemptAnswer preempt(PreemptQuestion question) {
    String elsewhere = standing.notLeading();
    if (elsewhere != null) {
      return new PreemptAnswer.NotLeading(elsewhere);
    }
    PodRecord pod = reader.pod(question.pod()).value();
    if (!pod.asks()) {
      return new PreemptAnswer.Nodes(question.victims());
    }
    String outdated = standing.notCurrent();
    if (outdated != null) {
      return new PreemptAnswer.Failed(outdated);
    }
    Instant now = clock.instant();
    NodeSearch.Preemption result = search.preempt(pod, snapshot(now), question.victims(), now);
    return result instanceof NodeSearch.Preemption.Possible possible
        ? new PreemptAnswer.Nodes(possible.victims())
        : new PreemptAnswer.Failed(((NodeSearch.Preemption.Unreadable) result).reason());
  }

  @Override
  public CompletionStage<BindAnswer> bind(BindQuestion question, Caller caller) {
    String elsewhere = standing.notLeading();
    if (elsewhere != null) {
      return CompletableFuture.completedFuture(new BindAnswer.NotLeading(elsewhere));
    }
    String outdated = standing.notCurrent();
    return outdated == null
        ? desk.bind(question, caller)
        : CompletableFuture.completedFuture(new BindAnswer.Failed(outdated));
  }

  private FilterAnswer reserve(PodRecord pod, @Nullable List<String> candidates, Instant now) {
    FilterOutcome outcome = scheduler.filter(pod, candidates, now);
    if (outcome instanceof FilterOutcome.Reserved reserved) {
      announcer.reserved(pod, reserved.node());
      return new FilterAnswer.Nodes(List.of(reserved.node()), List.of());
    }
    if (outcome instanceof FilterOutcome.NoneFits none) {
      announcer.refused(pod, RefusalText.of(none.refusals()));
      return new FilterAnswer.Nodes(List.of(), none.refusals());
    }
    if (outcome instanceof FilterOutcome.Failed failed) {
      announcer.refused(pod, failed.reason());
      return new FilterAnswer.Failed(failed.reason());
    }
    return new FilterAnswer.All();
  }

  /** The nodes that can take the pod, or the best of them; nothing is reserved. */
  private FilterAnswer choice(
      PodRecord pod, ClusterSnapshot snapshot, @Nullable List<String> candidates, Instant now) {
    NodeSearch.Result result = search.nodes(pod, snapshot, candidates, now);
    if (result instanceof NodeSearch.Result.Unreadable unreadable) {
      return new FilterAnswer.Failed(unreadable.reason());
    }
    NodeSearch.Result.Found found = (NodeSearch.Result.Found) result;
    if (found.plans().isEmpty()) {
      return new FilterAnswer.Nodes(List.of(), found.refusals());
    }
    if (mode == FilterMode.ONE) {
      String best = search.best(found, now).node().name();
      return new FilterAnswer.Nodes(List.of(best), List.of());
    }
    List<String> fitting = found.plans().stream().map(plan -> plan.node().name()).toList();
    return new FilterAnswer.Nodes(fitting, List.of());
  }

  /** What kube-scheduler is answered, its users and the log of decisions are told too. */
  private FilterAnswer told(PodRecord pod, FilterAnswer answer) {
    if (answer instanceof FilterAnswer.Failed failed) {
      announcer.refused(pod, failed.reason());
    } else if (answer instanceof FilterAnswer.Nodes nodes) {
      if (nodes.names().isEmpty()) {
        announcer.refused(pod, RefusalText.of(nodes.refusals()));
      } else {
        announcer.fits(pod, nodes.names());
      }
    }
    return answer;
  }

  private ClusterSnapshot snapshot(Instant now) {
    return bus.snapshot(new TakeSnapshot(cluster, now));
  }
}
