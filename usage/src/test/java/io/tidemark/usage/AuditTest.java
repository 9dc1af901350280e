package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit finds what is wrong in a snapshot that was tampered with. */
class AuditTest {
  private static final String UID = "uid-default-p";

  private final Audit audit = new Audit(new ChargeRules(ReleaseMode.EACH));
  private ClusterSnapshot snapshot = ClusterSnapshot.empty(ClusterId.LIVE);

  @BeforeEach
  void onePod() {
    LedgerDriver cluster = new LedgerDriver();
    cluster.see(aNode("n1").card("GPU-a", 24000));
    cluster.see(aQuota("q").hard("limits.nvidia.com/gpu", "5"));
    cluster.see(aPod("p").app(gpu("c", 1000)).boundTo("n1", "GPU-a,NVIDIA,1000,0:;"));
    snapshot = cluster.snapshot();
  }

  private NodeSnapshot node(DeviceAmount used, int kubeletCount, List<PodCharge> charges) {
    return new NodeSnapshot(
        "n1",
        Objects.requireNonNull(snapshot.node("n1")).node(),
        Map.of(LedgerDriver.gpu("GPU-a"), used),
        Map.of("NVIDIA", kubeletCount),
        charges,
        List.of());
  }

  private List<PodCharge> charges() {
    return List.copyOf(snapshot.charges().values());
  }

  @Test
  void shouldBeCleanForASoundSnapshot() {
    assertThat(audit.drift(snapshot)).isEmpty();
    assertThat(audit.drift(snapshot.withNode(node(new DeviceAmount(1, 1000, 0), 1, charges()))))
        .isEmpty();
  }

  @Test
  void shouldFindADeviceThatIsNotTheSumOfItsFootprints() {
    assertThat(audit.drift(snapshot.withNode(node(new DeviceAmount(1, 1001, 0), 1, charges()))))
        .singleElement()
        .asString()
        .contains("n1", "GPU-a", "1001", "1000");
  }

  @Test
  void shouldFindAKubeletCountThatDrifted() {
    assertThat(audit.drift(snapshot.withNode(node(new DeviceAmount(1, 1000, 0), 2, charges()))))
        .singleElement()
        .asString()
        .contains("kubelet count");
  }

  @Test
  void shouldFindAChargeThatANodeDoesNotShow() {
    assertThat(audit.drift(snapshot.withNode(node(new DeviceAmount(1, 1000, 0), 1, List.of()))))
        .singleElement()
        .asString()
        .contains("pods");
  }

  @Test
  void shouldFindANamespaceAndAQuotaThatDrifted() {
    NamespaceSnapshot sound = snapshot.namespace("default");
    QuotaSnapshot quota =
        new QuotaSnapshot(
            sound.quotas().get(0).quota(), Map.of("NVIDIA", new NamespaceAmount(2, 1000, 0)));

    assertThat(
            audit.drift(
                snapshot.withNamespace(new NamespaceSnapshot("default", Map.of(), List.of(quota)))))
        .hasSize(2)
        .allMatch(line -> line.startsWith("namespace default: "));
  }

  @Test
  void shouldFindAFootprintThatDoesNotFollowFromItsPod() {
    PodCharge charge = Objects.requireNonNull(snapshot.charge(UID));
    PodCharge wrong =
        new PodCharge(
            charge.pod(), "n1", charge.allocation(), Footprint.NONE, Map.of(), charge.basis());

    ClusterSnapshot tampered =
        new ClusterSnapshot(
            snapshot.cluster(),
            snapshot.version(),
            snapshot.nodes(),
            snapshot.namespaces(),
            snapshot.charges().plus(UID, wrong),
            snapshot.waiting());

    assertThat(audit.drift(tampered)).anyMatch(line -> line.contains("footprint"));
  }
}
