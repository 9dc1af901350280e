package io.tidemark.app.bus;

import io.quarkus.vertx.LocalEventBusCodec;
import io.tidemark.api.bus.Addresses;
import io.tidemark.api.bus.AdmissionMessages.Review;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.bus.FitMessages.Preempt;
import io.tidemark.api.bus.FitMessages.PreemptReply;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.ScoringMessages.Rank;
import io.tidemark.api.bus.ScoringMessages.Ranking;
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
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Sends requests to the modules and waits for their answers. Messages travel by reference; nothing
 * is serialised. Must not be called on an event loop: it waits.
 *
 * <p>Every method throws {@link ModuleFailedException} where the module failed or did not answer.
 */
@ApplicationScoped
public class ModuleBus {
  /**
   * Modules compute and never wait, so this bounds a fault, not a load: an explanation over a large
   * cluster is the longest that any of them works.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * What the modules answer where they answer one of several kinds. Quarkus registers codecs for
   * the declared types; the event bus looks for the class that it is given.
   */
  private static final List<Class<?>> REPLY_KINDS =
      List.of(
          ReserveReply.Reserved.class,
          ReserveReply.Conflict.class,
          ReserveReply.NotWaiting.class,
          PolicyReply.Chosen.class,
          PolicyReply.Unreadable.class,
          Verdict.NotOurs.class,
          Verdict.Allowed.class,
          Verdict.Denied.class);

  private final EventBus bus;
  private final DeliveryOptions options =
      new DeliveryOptions().setSendTimeout(PATIENCE.toMillis()).setLocalOnly(true);

  public ModuleBus(EventBus bus) {
    this.bus = bus;
    REPLY_KINDS.forEach(kind -> registerByReference(bus, kind));
  }

  public UsageChange observe(Observe message) {
    return request(Addresses.USAGE_OBSERVE, message);
  }

  public ClusterSnapshot snapshot(TakeSnapshot message) {
    return request(Addresses.USAGE_SNAPSHOT, message);
  }

  public ReserveReply reserve(Reserve message) {
    return request(Addresses.USAGE_RESERVE, message);
  }

  public UsageChange cancel(Cancel message) {
    return request(Addresses.USAGE_CANCEL, message);
  }

  public UsageChange expire(Expire message) {
    return request(Addresses.USAGE_EXPIRE, message);
  }

  public Forgotten forget(Forget message) {
    return request(Addresses.USAGE_FORGET, message);
  }

  public AuditReport audit(Audit message) {
    return request(Addresses.USAGE_AUDIT, message);
  }

  public PolicyReply policy(ChoosePolicy message) {
    return request(Addresses.SCORING_POLICY, message);
  }

  public Ranking rank(Rank message) {
    return request(Addresses.SCORING_RANK, message);
  }

  public PlanReply plan(Plan message) {
    return request(Addresses.FIT_PLAN, message);
  }

  public PreemptReply preempt(Preempt message) {
    return request(Addresses.FIT_PREEMPT, message);
  }

  public Explanation explain(Explain message) {
    return request(Addresses.FIT_EXPLAIN, message);
  }

  public Verdict review(Review message) {
    return request(Addresses.ADMISSION_REVIEW, message);
  }

  private <T> T request(String address, Object message) {
    Future<Message<T>> answer = bus.request(address, message, options);
    try {
      return answer.toCompletionStage().toCompletableFuture().join().body();
    } catch (CompletionException e) {
      throw new ModuleFailedException(address, e.getCause() == null ? e : e.getCause());
    }
  }

  private static <T> void registerByReference(EventBus bus, Class<T> kind) {
    // A restart in dev mode keeps the event bus and brings the classes anew.
    bus.unregisterDefaultCodec(kind);
    bus.unregisterCodec(kind.getName());
    bus.registerDefaultCodec(kind, new LocalEventBusCodec<>(kind.getName()));
  }

  /** A module failed on a request, or nobody answered it. Always a fault of the program. */
  public static final class ModuleFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ModuleFailedException(String address, Throwable cause) {
      super(address + ": " + describe(cause), cause);
    }

    private static String describe(Throwable cause) {
      return cause instanceof ReplyException reply && reply.getMessage() != null
          ? reply.failureType() + ": " + reply.getMessage()
          : cause.toString();
    }
  }
}
