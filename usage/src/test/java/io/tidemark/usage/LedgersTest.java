package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.bus.UsageMessages.Cancel;
import io.tidemark.api.bus.UsageMessages.Expire;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgersTest {
  private static final ClusterId SIMULATION = new ClusterId("simulation");
  private static final Instant NOW = LedgerDriver.NOW;

  private final List<UsageChange> told = new ArrayList<>();
  private final Ledgers ledgers = new Ledgers(Families.BUNDLED, LedgerDriver.SETTINGS, told::add);

  private UsageChange observe(ClusterId cluster, ClusterChange change) {
    return ledgers.observe(new Observe(cluster, NOW, change));
  }

  private ClusterSnapshot snapshot(ClusterId cluster) {
    return ledgers.snapshot(new TakeSnapshot(cluster, NOW));
  }

  @Test
  void shouldKeepClustersApart() {
    observe(ClusterId.LIVE, new ClusterChange.NodeSeen(aNode("n1").card("GPU-a", 1000).read()));
    observe(SIMULATION, new ClusterChange.NodeSeen(aNode("n2").card("GPU-a", 1000).read()));

    assertThat(snapshot(ClusterId.LIVE).nodes().keySet()).containsExactly("n1");
    assertThat(snapshot(SIMULATION).nodes().keySet()).containsExactly("n2");
  }

  @Test
  void shouldForgetAWholeLedger() {
    observe(SIMULATION, new ClusterChange.NodeSeen(aNode("n2").card("GPU-a", 1000).read()));

    assertThat(ledgers.forget(new Forget(SIMULATION)).cluster()).isEqualTo(SIMULATION);

    assertThat(snapshot(SIMULATION).nodes()).isEmpty();
    assertThat(snapshot(SIMULATION).version()).isZero();
  }

  @Test
  void shouldAnswerForAnUnknownClusterAsForAnEmptyOne() {
    assertThat(snapshot(SIMULATION).cluster()).isEqualTo(SIMULATION);
    assertThat(ledgers.expire(new Expire(SIMULATION, NOW)).pods()).isEmpty();
    assertThat(ledgers.cancel(new Cancel(SIMULATION, NOW, "u")).pods()).isEmpty();
    assertThat(ledgers.audit(new Audit(SIMULATION, NOW)).clean()).isTrue();
    assertThat(told).isEmpty();
  }

  @Test
  void shouldTellTheListenerWhatChangedAndNothingElse() {
    observe(ClusterId.LIVE, new ClusterChange.NodeSeen(aNode("n1").card("GPU-a", 1000).read()));
    PodRecord pod = aPod("p").app(gpu("c", 500)).read();
    Reserve reserve =
        new Reserve(
            ClusterId.LIVE, NOW, pod, "n1", LedgerDriver.allocation(pod, "GPU-a,NVIDIA,500,0:;"));

    ReserveReply.Reserved reserved = (ReserveReply.Reserved) ledgers.reserve(reserve);
    UsageChange cancelled = ledgers.cancel(new Cancel(ClusterId.LIVE, NOW, pod.uid()));
    ledgers.cancel(new Cancel(ClusterId.LIVE, NOW, pod.uid()));

    assertThat(told).hasSize(3);
    assertThat(told.subList(1, 3)).containsExactly(reserved.change(), cancelled);
    assertThat(told).extracting(UsageChange::version).containsExactly(1L, 2L, 3L);
  }
}
