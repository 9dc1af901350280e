package io.tidemark.benchmarks;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.RankedPlan;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.fit.FitPlanner;
import io.tidemark.scoring.DevicePolicy;
import io.tidemark.scoring.DeviceWeights;
import io.tidemark.scoring.NodePolicy;
import io.tidemark.scoring.PlanRanking;
import io.tidemark.scoring.PolicyResolver;
import io.tidemark.scoring.ScoringDefaults;
import io.tidemark.usage.Ledger;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The whole choice of a filter: fit over every node, then the best plan. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class PlacementBenchmark {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

  /** Nodes of eight cards, four of them in use. */
  @Param({"1000", "5000"})
  @SuppressWarnings("NullAway.Init") // Set by JMH.
  String nodes;

  private final FitPlanner planner = new FitPlanner(Clusters.FAMILIES);
  private final PodRecord pod = Clusters.waitingPod();
  private ClusterSnapshot snapshot = ClusterSnapshot.empty(new ClusterId("benchmark"));
  private PlacementPolicy policy = policy(pod);

  @Setup
  public void fill() {
    Ledger ledger = Clusters.ledger(Integer.parseInt(nodes));
    ledger.observe(new ClusterChange.PodSeen(pod), AT);
    snapshot = ledger.snapshot();
    policy = policy(pod);
  }

  @Benchmark
  public RankedPlan fitAndScoring() {
    PlanReply reply = planner.plan(new Plan(AT, snapshot, pod, policy, null));
    return PlanRanking.rank(pod.uid(), policy, reply.plans()).get(0);
  }

  @Benchmark
  public PlanReply fitAlone() {
    return planner.plan(new Plan(AT, snapshot, pod, policy, null));
  }

  private static PlacementPolicy policy(PodRecord pod) {
    PolicyResolver resolver =
        new PolicyResolver(
            new ScoringDefaults(
                NodePolicy.BINPACK,
                DevicePolicy.of("spread"),
                DeviceWeights.of("slot=1,core=1,memory=1")));
    return ((PolicyReply.Chosen) resolver.resolve(pod)).policy();
  }
}
