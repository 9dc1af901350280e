package io.tidemark.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.Footprint;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Leads a cluster model, the ledger and the naive ledger through the same steps. */
final class LedgerHistory {
  private static final Duration DEADLINE = Duration.ofSeconds(100);

  /** What can happen; {@code weight} says how often. */
  enum Kind {
    CREATE(6),
    BIND(6),
    PROGRESS(6),
    ANNOTATE(3),
    PRIORITY(2),
    CONDITION(2),
    END(2),
    DELETE(2),
    REPEAT(3),
    STALE(3),
    WITHOUT_VERSION(1),
    RESERVE(10),
    CANCEL(1),
    PASS_TIME(2),
    NODE(2),
    NODE_GONE(1),
    QUOTA(2),
    QUOTA_GONE(1),
    LIST_PODS(1),
    KEEP_LIST(1),
    LATE_LIST(1),
    LIST_NODES(1),
    LIST_QUOTAS(1);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    static Kind often(Kind[] kinds, int choice) {
      int total = 0;
      for (Kind kind : kinds) {
        total += kind.weight;
      }
      int left = choice % total;
      for (Kind kind : kinds) {
        left -= kind.weight;
        if (left < 0) {
          return kind;
        }
      }
      throw new AssertionError();
    }
  }

  /** One thing that happens; the numbers are read as the state at that moment allows. */
  record Step(Kind kind, int choice, int variant, boolean missed) {}

  private final ReleaseMode release;
  private final Ledger ledger;
  private final NaiveLedger naive;
  private final ClusterModel model = new ClusterModel();
  private final Map<String, Footprint> told = new TreeMap<>();
  private Instant now = LedgerDriver.NOW;
  private List<PodRecord> keptList = List.of();
  private long keptVersion;

  LedgerHistory(ReleaseMode release) {
    this.release = release;
    this.naive = new NaiveLedger(release);
    this.ledger = ledger();
  }

  private Ledger ledger() {
    return new Ledger(
        ClusterId.LIVE, Families.BUNDLED, new LedgerSettings(release, DEADLINE), change -> {});
  }

  void take(Step step) {
    ClusterModel.Pod pod = model.pod(step.choice());
    switch (step.kind()) {
      case CREATE -> deliver(model.create(step.variant() % ClusterModel.SHAPES.size()), step);
      case REPEAT, STALE -> again(step);
      case PASS_TIME -> passTime(step.variant() % 60);
      case NODE -> {
        NodeRecord node = model.node(step.choice(), step.variant());
        if (!step.missed()) {
          naive.nodes.put(node.name(), node);
          observe(new ClusterChange.NodeSeen(node));
        }
      }
      case NODE_GONE -> {
        String name = ClusterModel.nodeName(step.choice());
        model.nodes.remove(name);
        naive.nodes.remove(name);
        observe(new ClusterChange.NodeGone(name));
      }
      case QUOTA -> {
        QuotaRecord quota = model.quota(step.choice(), step.variant());
        if (!step.missed()) {
          naive.quotas.put(quota.namespace() + "/" + quota.name(), quota);
          observe(new ClusterChange.QuotaSeen(quota));
        }
      }
      case QUOTA_GONE -> quotaGone(step);
      case LIST_PODS -> listPods(model.list(), ++model.version);
      case KEEP_LIST -> {
        keptList = model.list();
        keptVersion = ++model.version;
      }
      case LATE_LIST -> {
        if (keptVersion > 0) {
          listPods(keptList, keptVersion);
        }
      }
      case LIST_NODES -> listNodes();
      case LIST_QUOTAS -> listQuotas();
      default -> {
        if (pod != null) {
          change(pod, step);
        }
      }
    }
  }

  private void change(ClusterModel.Pod pod, Step step) {
    switch (step.kind()) {
      case BIND -> bind(pod, step);
      case PROGRESS -> {
        pod.finishedInits = step.variant() % 3;
        pod.initRuns = step.variant() % 2 == 0;
        pod.appRuns = step.variant() % 5 == 0;
        deliver(model.changed(pod), step);
      }
      case ANNOTATE -> {
        ClusterModel.Annotation[] all = ClusterModel.Annotation.values();
        pod.annotation = all[step.variant() % all.length];
        deliver(model.changed(pod), step);
      }
      case PRIORITY -> {
        pod.priorityClass = step.variant() % 2 == 0 ? "high" : "";
        deliver(model.changed(pod), step);
      }
      case CONDITION -> {
        pod.condition = step.variant() % 3;
        deliver(model.changed(pod), step);
      }
      case END -> {
        pod.phase = step.variant() % 2 == 0 ? "Succeeded" : "Failed";
        deliver(model.changed(pod), step);
      }
      case DELETE -> {
        model.pods.remove(pod.number);
        model.version++;
        if (!step.missed()) {
          naive.gone(ClusterModel.uid(pod.number));
          observe(new ClusterChange.PodGone(ClusterModel.uid(pod.number)));
        }
      }
      case WITHOUT_VERSION -> {
        PodRecord record =
            PodCopies.withVersion(ClusterModel.record(pod), PodRecord.UNKNOWN_VERSION);
        naive.see(record);
        observe(new ClusterChange.PodSeen(record));
      }
      case RESERVE -> reserve(pod, step);
      case CANCEL -> {
        naive.cancel(ClusterModel.uid(pod.number));
        heard(ledger.cancel(ClusterModel.uid(pod.number), now));
      }
      default -> throw new AssertionError(step);
    }
  }

  /** Mostly where the pod was reserved, sometimes elsewhere, sometimes with a bad annotation. */
  private void bind(ClusterModel.Pod pod, Step step) {
    if (pod.node != null || !pod.phase.equals("Pending")) {
      return;
    }
    NaiveLedger.Pod known = naive.pods.get(ClusterModel.uid(pod.number));
    pod.node =
        known != null && known.reserved() && step.variant() % 4 != 0
            ? known.node
            : ClusterModel.nodeName(step.variant());
    ClusterModel.Annotation[] all = ClusterModel.Annotation.values();
    pod.annotation =
        step.choice() % 3 == 0 ? all[step.variant() % all.length] : ClusterModel.Annotation.GOOD;
    deliver(model.changed(pod), step);
  }

  private void deliver(ClusterModel.Pod pod, Step step) {
    if (!step.missed()) {
      PodRecord record = ClusterModel.record(pod);
      naive.see(record);
      observe(new ClusterChange.PodSeen(record));
    }
  }

  private void again(Step step) {
    if (model.history.isEmpty()) {
      return;
    }
    PodRecord record = model.history.get(step.choice() % model.history.size());
    NaiveLedger.Pod known = naive.pods.get(record.uid());
    long before = ledger.snapshot().version();
    boolean repetition = known != null && known.record.equals(record);
    naive.see(record);
    UsageChange change = observe(new ClusterChange.PodSeen(record));
    if (repetition) {
      assertThat(change.version()).as("a repetition changes nothing").isEqualTo(before);
      assertThat(change.problems()).isEmpty();
    }
  }

  private void reserve(ClusterModel.Pod pod, Step step) {
    String node = ClusterModel.nodeName(step.variant());
    PodRecord record = ClusterModel.record(pod);
    PodAllocation plan =
        LedgerDriver.allocation(record, ClusterModel.plan(pod, node, step.choice() % 3));
    boolean waits = naive.waits(record);
    ReserveReply reply = ledger.reserve(new Reserve(ClusterId.LIVE, now, record, node, plan));
    if (!waits) {
      assertThat(reply).isInstanceOf(ReserveReply.NotWaiting.class);
      return;
    }
    boolean fits =
        naive.reserve(
            record,
            node,
            Objects.requireNonNull(plan.slotsByFamily().get("NVIDIA")),
            now.plus(DEADLINE));
    if (fits) {
      assertThat(reply).isInstanceOf(ReserveReply.Reserved.class);
      heard(((ReserveReply.Reserved) reply).change());
    } else {
      assertThat(reply).isInstanceOf(ReserveReply.Conflict.class);
      heard(((ReserveReply.Conflict) reply).change());
    }
  }

  private void passTime(int seconds) {
    now = now.plusSeconds(seconds);
    naive.expire(now);
    heard(ledger.expire(now));
  }

  private void quotaGone(Step step) {
    if (model.quotas.isEmpty()) {
      return;
    }
    List<QuotaRecord> present = List.copyOf(model.quotas.values());
    QuotaRecord quota = present.get(step.choice() % present.size());
    String name = quota.namespace() + "/" + quota.name();
    model.quotas.remove(name);
    if (!step.missed()) {
      naive.quotas.remove(name);
      observe(new ClusterChange.QuotaGone(quota.namespace(), quota.name()));
    }
  }

  private void listPods(List<PodRecord> pods, long version) {
    naive.listed(pods, version);
    observe(new ClusterChange.PodsListed(pods, version));
  }

  private void listNodes() {
    naive.nodes.clear();
    naive.nodes.putAll(model.nodes);
    observe(new ClusterChange.NodesListed(List.copyOf(model.nodes.values())));
  }

  private void listQuotas() {
    naive.quotas.clear();
    naive.quotas.putAll(model.quotas);
    observe(new ClusterChange.QuotasListed(List.copyOf(model.quotas.values())));
  }

  private UsageChange observe(ClusterChange seen) {
    return heard(ledger.observe(seen, now));
  }

  /** Follows the changes as a listener would: each begins where the one before ended. */
  private UsageChange heard(UsageChange change) {
    for (UsageChange.PodChange pod : change.pods()) {
      String where = pod.uid() + " on " + pod.node();
      assertThat(told.getOrDefault(where, Footprint.NONE)).isEqualTo(pod.before());
      assertThat(pod.before()).isNotEqualTo(pod.after());
      told.put(where, pod.after());
      told.values().removeIf(Footprint::isZero);
    }
    for (UsageChange.OverFull full : change.overFull()) {
      assertThat(full.used().fitsIn(full.capacity())).isFalse();
    }
    return change;
  }

  /** The ledger against the naive one, against itself and against what was told. */
  void check() {
    ClusterSnapshot snapshot = ledger.snapshot();
    assertThat(shown(snapshot)).isEqualTo(expected());
    assertThat(ledger.audit().drift()).isEmpty();
    Map<String, Footprint> charged = new TreeMap<>();
    snapshot
        .charges()
        .forEach(
            (uid, charge) -> {
              if (!charge.footprint().isZero()) {
                charged.put(uid + " on " + charge.node(), charge.footprint());
              }
            });
    assertThat(told).isEqualTo(charged);
  }

  void shouldBeTheSameAfterARestart() {
    for (ClusterModel.Pod pod : model.pods.values()) {
      pod.annotation = ClusterModel.Annotation.GOOD;
      model.changed(pod);
    }
    listNodes();
    listQuotas();
    listPods(model.list(), ++model.version);
    passTime(200);
    check();

    Ledger restarted = ledger();
    restarted.observe(new ClusterChange.PodsListed(model.list(), model.version), now);
    restarted.observe(new ClusterChange.QuotasListed(List.copyOf(model.quotas.values())), now);
    restarted.observe(new ClusterChange.NodesListed(List.copyOf(model.nodes.values())), now);
    assertThat(shown(restarted.snapshot())).isEqualTo(shown(ledger.snapshot()));
    assertThat(restarted.audit().drift()).isEmpty();
  }

  void shouldEndAtZero() {
    for (ClusterModel.Pod pod : List.copyOf(model.pods.values())) {
      take(new Step(Kind.DELETE, 0, 0, pod.number % 2 == 0));
    }
    listPods(List.of(), ++model.version);
    check();
    ClusterSnapshot end = ledger.snapshot();
    assertThat(end.charges()).isEmpty();
    assertThat(end.waiting()).isEmpty();
    assertThat(end.nodes().keySet()).isEqualTo(model.nodes.keySet());
    for (NodeSnapshot node : end.nodes().values()) {
      assertThat(node.usedTotal()).isEqualTo(DeviceAmount.ZERO);
      assertThat(node.unregistered()).isEmpty();
      assertThat(node.kubeletCount("NVIDIA")).isZero();
      assertThat(node.closedBy()).isEmpty();
    }
    end.namespaces().values().forEach(namespace -> assertThat(namespace.used()).isEmpty());
  }

  private NaiveLedger.Sums expected() {
    NaiveLedger.Sums sums = naive.sums();
    sums.namespaces().values().removeIf(NamespaceAmount::isZero);
    sums.kubelet().values().removeIf(count -> count == 0);
    return sums;
  }

  private static NaiveLedger.Sums shown(ClusterSnapshot snapshot) {
    Map<String, DeviceAmount> devices = new TreeMap<>();
    Map<String, Integer> kubelet = new TreeMap<>();
    Set<String> closed = new TreeSet<>();
    Map<String, NamespaceAmount> namespaces = new TreeMap<>();
    Map<String, NamespaceAmount> quotas = new TreeMap<>();
    Map<String, PodCharge.Basis> charged = new TreeMap<>();
    snapshot
        .nodes()
        .values()
        .forEach(
            node -> {
              for (int i = 0; i < node.devices().size(); i++) {
                if (!node.used(i).isZero()) {
                  devices.put(node.name() + "/" + node.devices().get(i).id(), node.used(i));
                }
              }
              node.unregistered().forEach((id, held) -> devices.put(node.name() + "/" + id, held));
              if (node.kubeletCount("NVIDIA") != 0) {
                kubelet.put(node.name(), node.kubeletCount("NVIDIA"));
              }
              if (!node.closedBy().isEmpty()) {
                closed.add(node.name());
              }
            });
    snapshot
        .namespaces()
        .values()
        .forEach(
            namespace -> {
              if (!namespace.used("NVIDIA").isZero()) {
                namespaces.put(namespace.name(), namespace.used("NVIDIA"));
              }
              namespace
                  .quotas()
                  .forEach(
                      quota ->
                          quotas.put(
                              namespace.name() + "/" + quota.quota().name(), quota.used("NVIDIA")));
            });
    snapshot.charges().forEach((uid, charge) -> charged.put(uid, charge.basis()));
    return new NaiveLedger.Sums(
        devices,
        kubelet,
        closed,
        namespaces,
        quotas,
        charged,
        new TreeSet<>(snapshot.waiting().keySet()));
  }
}
