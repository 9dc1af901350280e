package io.tidemark.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.codec.AnnotationFormatException;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Drives one ledger at a fixed time and reads from its snapshots. */
final class LedgerDriver {
  static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  static final String NVIDIA = "NVIDIA";

  static final LedgerSettings SETTINGS =
      new LedgerSettings(ReleaseMode.EACH, Duration.ofMinutes(5));

  final List<UsageChange> told = new ArrayList<>();
  final Ledger ledger;

  LedgerDriver() {
    this(SETTINGS);
  }

  LedgerDriver(LedgerSettings settings) {
    ledger = new Ledger(ClusterId.LIVE, Families.WITH_ACME, settings, told::add);
  }

  static DeviceId gpu(String uuid) {
    return new DeviceId(NVIDIA, uuid);
  }

  static PodAllocation allocation(PodRecord pod, String text) {
    List<Boolean> asking =
        pod.containers().stream().map(c -> c.demands().containsKey(NVIDIA)).toList();
    try {
      return new PodAllocation(Map.of(NVIDIA, AllocationCodec.decode(text, asking)));
    } catch (AnnotationFormatException e) {
      throw new AssertionError(e);
    }
  }

  UsageChange observe(ClusterChange change) {
    return ledger.observe(change, NOW);
  }

  UsageChange see(Pods pod) {
    return see(pod.read(Families.WITH_ACME));
  }

  UsageChange see(PodRecord pod) {
    return observe(new ClusterChange.PodSeen(pod));
  }

  UsageChange gone(String uid) {
    return observe(new ClusterChange.PodGone(uid));
  }

  UsageChange list(long version, PodRecord... pods) {
    return observe(new ClusterChange.PodsListed(List.of(pods), version));
  }

  UsageChange see(Nodes node) {
    return see(node.read(Families.WITH_ACME));
  }

  UsageChange see(NodeRecord node) {
    return observe(new ClusterChange.NodeSeen(node));
  }

  UsageChange nodeGone(String name) {
    return observe(new ClusterChange.NodeGone(name));
  }

  UsageChange see(Quotas quota) {
    return see(quota.read(Families.WITH_ACME));
  }

  UsageChange see(QuotaRecord quota) {
    return observe(new ClusterChange.QuotaSeen(quota));
  }

  ReserveReply reserve(PodRecord pod, String node, String allocation) {
    return reserve(pod, node, allocation, NOW);
  }

  ReserveReply reserve(PodRecord pod, String node, String allocation, Instant at) {
    return ledger.reserve(new Reserve(ClusterId.LIVE, at, pod, node, allocation(pod, allocation)));
  }

  ClusterSnapshot snapshot() {
    return ledger.snapshot();
  }

  NodeSnapshot node(String name) {
    return Objects.requireNonNull(snapshot().node(name), "no node " + name);
  }

  /** Used of an NVIDIA device, registered or not. */
  DeviceAmount used(String node, String uuid) {
    NodeSnapshot there = node(node);
    int index = there.indexOf(gpu(uuid));
    return index >= 0
        ? there.used(index)
        : there.unregistered().getOrDefault(gpu(uuid), DeviceAmount.ZERO);
  }

  /** Used of NVIDIA in a namespace. */
  NamespaceAmount used(String namespace) {
    return snapshot().namespace(namespace).used(NVIDIA);
  }

  /** Used of NVIDIA by the pods that a quota selects. */
  NamespaceAmount usedInQuota(String namespace, String quota) {
    return snapshot().namespace(namespace).quotas().stream()
        .filter(known -> known.quota().name().equals(quota))
        .findFirst()
        .orElseThrow()
        .used(NVIDIA);
  }

  PodCharge charge(String uid) {
    return Objects.requireNonNull(snapshot().charge(uid), "no charge of " + uid);
  }

  /** To be called at the end of every test. */
  void assertClean() {
    assertThat(ledger.audit().drift()).isEmpty();
  }
}
