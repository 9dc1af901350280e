package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.model.PodRecord;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

class LedgerConcurrencyTest {
  private static final int ROUNDS = 10_000;

  private final LedgerDriver cluster = new LedgerDriver();

  @Test
  void shouldGiveTheLastShareOfACardToExactlyOneOfTwo() throws InterruptedException {
    cluster.see(aNode("n1").card("GPU-a", 1000));
    race("n1", "n1", "GPU-a,NVIDIA,600,0:;", "GPU-a,NVIDIA,600,0:;");
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isZero();
    cluster.assertClean();
  }

  @Test
  void shouldNotPassAQuotaForTwoOnDifferentNodes() throws InterruptedException {
    cluster.see(aNode("n1").card("GPU-a", 1000));
    cluster.see(aNode("n2").card("GPU-b", 1000));
    cluster.see(aQuota("q").hard("limits.nvidia.com/gpumem", "1000"));
    race("n1", "n2", "GPU-a,NVIDIA,600,0:;", "GPU-b,NVIDIA,600,0:;");
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isZero();
    cluster.assertClean();
  }

  /** Lets two threads reserve at once, over and over; the winner's share is given back. */
  private void race(String nodeA, String nodeB, String planA, String planB)
      throws InterruptedException {
    PodRecord a = aPod("a").app(gpu("c", 600)).read();
    PodRecord b = aPod("b").app(gpu("c", 600)).read();
    AtomicReferenceArray<ReserveReply> replies = new AtomicReferenceArray<>(2);
    AtomicReferenceArray<Throwable> failures = new AtomicReferenceArray<>(2);
    CyclicBarrier barrier = new CyclicBarrier(2, () -> settle(replies, a, b));
    Thread first = new Thread(() -> run(0, a, nodeA, planA, barrier, replies, failures));
    Thread second = new Thread(() -> run(1, b, nodeB, planB, barrier, replies, failures));
    first.start();
    second.start();
    first.join();
    second.join();
    assertThat(failures.get(0)).isNull();
    assertThat(failures.get(1)).isNull();
  }

  private void run(
      int place,
      PodRecord pod,
      String node,
      String plan,
      CyclicBarrier barrier,
      AtomicReferenceArray<ReserveReply> replies,
      AtomicReferenceArray<Throwable> failures) {
    try {
      for (int round = 0; round < ROUNDS; round++) {
        barrier.await(10, TimeUnit.SECONDS);
        replies.set(place, cluster.reserve(pod, node, plan));
      }
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException
        | BrokenBarrierException
        | TimeoutException
        | RuntimeException e) {
      failures.set(place, e);
    }
  }

  /** Runs between two rounds, while both threads stand at the barrier. */
  private void settle(AtomicReferenceArray<ReserveReply> replies, PodRecord a, PodRecord b) {
    ReserveReply first = replies.get(0);
    ReserveReply second = replies.get(1);
    if (first == null) {
      return;
    }
    long charged = cluster.used("default").memoryMiB();
    boolean oneWon =
        first instanceof ReserveReply.Reserved != second instanceof ReserveReply.Reserved;
    if (!oneWon || charged != 600) {
      throw new IllegalStateException(first + " and " + second + ", charged " + charged);
    }
    cluster.ledger.cancel(a.uid(), LedgerDriver.NOW);
    cluster.ledger.cancel(b.uid(), LedgerDriver.NOW);
  }
}
