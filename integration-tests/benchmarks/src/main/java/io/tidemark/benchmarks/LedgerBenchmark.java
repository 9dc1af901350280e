package io.tidemark.benchmarks;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
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

/**
 * One update of the ledger: a pod whose init container runs, and then has finished, in turn. Four
 * pods stand on every node.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class LedgerBenchmark {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

  @Param({"10", "1000", "5000"})
  @SuppressWarnings("NullAway.Init") // Set by JMH.
  String nodes;

  private Ledger ledger = Clusters.ledger(0);
  private PodRecord[] running = {};
  private PodRecord[] finished = {};
  private int next;

  @Setup
  public void fill() {
    int count = Integer.parseInt(nodes);
    ledger = Clusters.ledger(count);
    running = new PodRecord[count];
    finished = new PodRecord[count];
    for (int node = 0; node < count; node++) {
      running[node] = Clusters.boundPod(node, 0, false);
      finished[node] = Clusters.boundPod(node, 0, true);
    }
  }

  @Benchmark
  public UsageChange observe() {
    return ledger.observe(new ClusterChange.PodSeen(nextPod()), AT);
  }

  @Benchmark
  public ClusterSnapshot observeAndTakeSnapshot() {
    ledger.observe(new ClusterChange.PodSeen(nextPod()), AT);
    return ledger.snapshot();
  }

  /** Goes over all nodes, so that every observation changes something somewhere else. */
  private PodRecord nextPod() {
    int count = running.length;
    next = next == 2 * count - 1 ? 0 : next + 1;
    return next < count ? running[next] : finished[next - count];
  }
}
