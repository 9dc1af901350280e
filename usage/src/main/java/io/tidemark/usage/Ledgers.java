package io.tidemark.usage;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.bus.UsageMessages.AuditReport;
import io.tidemark.api.bus.UsageMessages.Cancel;
import io.tidemark.api.bus.UsageMessages.Expire;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.Forgotten;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * One ledger per cluster. A cluster's ledger comes into being with the first message that puts
 * something into it; questions about an unknown cluster are answered as for an empty one. Safe for
 * use by several threads; ledgers do not wait for one another.
 */
public final class Ledgers {
  private final Map<ClusterId, Ledger> ledgers = new ConcurrentHashMap<>();
  private final DeviceFamilies families;
  private final LedgerSettings settings;
  private final Consumer<UsageChange> listener;

  /**
   * @param listener is told of every change that changed something, by the thread that made it
   */
  public Ledgers(DeviceFamilies families, LedgerSettings settings, Consumer<UsageChange> listener) {
    this.families = families;
    this.settings = settings;
    this.listener = listener;
  }

  public UsageChange observe(Observe message) {
    return ledger(message.cluster()).observe(message.change(), message.at());
  }

  public ReserveReply reserve(Reserve message) {
    return ledger(message.cluster()).reserve(message);
  }

  public UsageChange cancel(Cancel message) {
    Ledger known = ledgers.get(message.cluster());
    return known == null
        ? nothing(message.cluster(), message.at())
        : known.cancel(message.uid(), message.at());
  }

  public UsageChange expire(Expire message) {
    Ledger known = ledgers.get(message.cluster());
    return known == null ? nothing(message.cluster(), message.at()) : known.expire(message.at());
  }

  public ClusterSnapshot snapshot(TakeSnapshot message) {
    Ledger known = ledgers.get(message.cluster());
    return known == null ? ClusterSnapshot.empty(message.cluster()) : known.snapshot();
  }

  public AuditReport audit(Audit message) {
    Ledger known = ledgers.get(message.cluster());
    return known == null ? new AuditReport(message.cluster(), List.of()) : known.audit();
  }

  public Forgotten forget(Forget message) {
    ledgers.remove(message.cluster());
    return new Forgotten(message.cluster());
  }

  private Ledger ledger(ClusterId cluster) {
    return ledgers.computeIfAbsent(cluster, id -> new Ledger(id, families, settings, listener));
  }

  private static UsageChange nothing(ClusterId cluster, Instant at) {
    return new UsageChange(cluster, at, 0, List.of(), List.of(), List.of(), false);
  }
}
