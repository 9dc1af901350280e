package io.tidemark.usage.bus;

import io.quarkus.vertx.ConsumeEvent;
import io.quarkus.vertx.LocalEventBusCodec;
import io.tidemark.api.bus.Addresses;
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
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.usage.LedgerSettings;
import io.tidemark.usage.Ledgers;
import io.vertx.core.eventbus.EventBus;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Answers the addresses of the ledger and broadcasts what changed. Every answer takes micro- to
 * milliseconds and is given on the event loop. Expected outcomes are values; an exception is a bug.
 */
@ApplicationScoped
public class UsageConsumers {
  private final Ledgers ledgers;

  public UsageConsumers(UsageConfig config, DeviceFamilies families, EventBus bus) {
    this.ledgers =
        new Ledgers(
            families,
            new LedgerSettings(config.release(), config.reservationDeadline()),
            change -> bus.publish(Addresses.USAGE_CHANGED, change));
  }

  @ConsumeEvent(value = Addresses.USAGE_OBSERVE, codec = LocalEventBusCodec.class)
  public UsageChange observe(Observe message) {
    return ledgers.observe(message);
  }

  @ConsumeEvent(value = Addresses.USAGE_SNAPSHOT, codec = LocalEventBusCodec.class)
  public ClusterSnapshot snapshot(TakeSnapshot message) {
    return ledgers.snapshot(message);
  }

  @ConsumeEvent(value = Addresses.USAGE_RESERVE, codec = LocalEventBusCodec.class)
  public ReserveReply reserve(Reserve message) {
    return ledgers.reserve(message);
  }

  @ConsumeEvent(value = Addresses.USAGE_CANCEL, codec = LocalEventBusCodec.class)
  public UsageChange cancel(Cancel message) {
    return ledgers.cancel(message);
  }

  @ConsumeEvent(value = Addresses.USAGE_EXPIRE, codec = LocalEventBusCodec.class)
  public UsageChange expire(Expire message) {
    return ledgers.expire(message);
  }

  @ConsumeEvent(value = Addresses.USAGE_FORGET, codec = LocalEventBusCodec.class)
  public Forgotten forget(Forget message) {
    return ledgers.forget(message);
  }

  @ConsumeEvent(value = Addresses.USAGE_AUDIT, codec = LocalEventBusCodec.class)
  public AuditReport audit(Audit message) {
    return ledgers.audit(message);
  }
}
