package io.tidemark.app.scheduling.binding;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.Caller;
import io.tidemark.app.scheduling.Scheduler;
import io.tidemark.app.scheduling.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes binds and answers them when their node is free: one line per node. Thread-safe; steps that
 * wait for the cluster run on the worker, never under the lock. The book of nodes is asked under
 * it, so nothing that holds the book's lock may call the desk.
 */
public final class BindDesk {
  /** How often a Binding whose outcome is unknown is looked into. */
  private static final Duration RESOLVE_EVERY = Duration.ofSeconds(1);

  /** Is told how binds ended. */
  public interface Listener {
    void bound(PodRecord pod, String node);

    void failed(PodRecord pod, String node, String reason);

    /** Whether it is bound is being found out; the end is told once it is known. */
    void unknown(PodRecord pod, String node, String reason);
  }

  /**
   * What binding works with.
   *
   * @param ledger its present state
   * @param found is told of pods that the watch had not shown yet
   * @param leading whether this process still is the one that binds
   * @param worker runs what waits for the cluster
   */
  public record Environment(
      Scheduler scheduler,
      ClusterGateway gateway,
      DeviceFamilies families,
      Supplier<ClusterSnapshot> ledger,
      Consumer<ClusterEvent> found,
      BooleanSupplier leading,
      Executor worker,
      Timer timer,
      Clock clock,
      Listener listener) {}

  private final BindAttempt.Tools tools;
  private final NodeBook book;
  private final Executor worker;
  private final Timer timer;
  private final Clock clock;
  private final Duration patience;
  private final Listener listener;
  private final Map<String, NodeLine> lines = new HashMap<>();
  private final Map<PodKey, BindJob> jobs = new HashMap<>();

  private BindDesk(Environment environment, Duration patience, Duration bareLockLife) {
    DeviceFamilies families = environment.families();
    this.book = new NodeBook(pod -> BindAttempt.locks(pod, families));
    this.worker = environment.worker();
    this.timer = environment.timer();
    this.clock = environment.clock();
    this.patience = patience;
    this.listener = environment.listener();
    Supplier<ClusterSnapshot> ledger = environment.ledger();
    NodeClaim nodes =
        new NodeClaim(
            environment.gateway(),
            book,
            pod -> inFlight(pod.key()),
            (uid, node) -> isCharged(ledger.get(), uid, node),
            environment.found(),
            clock,
            bareLockLife);
    this.tools =
        new BindAttempt.Tools(
            environment.scheduler(),
            environment.gateway(),
            nodes,
            families,
            uid -> ledger.get().waiting().get(uid),
            environment.found(),
            environment.leading(),
            clock);
  }

  /**
   * @param patience how long a bind waits for its node; less than kube-scheduler waits for it
   * @param bareLockLife how long a lock without owner is respected
   */
  public static BindDesk of(Environment environment, Duration patience, Duration bareLockLife) {
    return new BindDesk(environment, patience, bareLockLife);
  }

  private static boolean isCharged(ClusterSnapshot ledger, String uid, String node) {
    PodCharge charge = ledger.charge(uid);
    return charge != null && charge.node().equals(node);
  }

  /** Binds a pod; the answer may come on another thread. */
  public CompletionStage<BindAnswer> bind(BindQuestion question, Caller caller) {
    PodRecord known = tools.waiting().apply(question.uid());
    BindJob job =
        new BindJob(
            question,
            caller,
            known == null || BindAttempt.locks(known, tools.families()),
            clock.instant().plus(patience),
            new CompletableFuture<>());
    synchronized (this) {
      if (jobs.putIfAbsent(job.key(), job) != null) {
        return CompletableFuture.completedFuture(
            new BindAnswer.Failed("pod " + job.key() + ": bind in progress"));
      }
      lines.computeIfAbsent(job.node(), node -> new NodeLine()).add(job);
    }
    timer.after(patience, () -> expire(job));
    goOn(job.node());
    return job.answer();
  }

  /** Whether a bind of that pod is under way. */
  public synchronized boolean inFlight(PodKey pod) {
    return jobs.containsKey(pod);
  }

  /** Takes in what was observed of the cluster, after the ledger has. */
  public void observed(ClusterEvent event) {
    NodeBook.Touched touched = book.observed(event);
    touched.nodes().forEach(this::wake);
    touched.pods().forEach(this::wakeHeldBy);
  }

  /** Lets everything that waits try again, as after a change of leadership. */
  public void wakeAll() {
    Map<String, NodeLine> all;
    synchronized (this) {
      all = Map.copyOf(lines);
    }
    all.keySet().forEach(this::wake);
  }

  private void wake(String node) {
    synchronized (this) {
      NodeLine line = lines.get(node);
      if (line == null) {
        return;
      }
      line.wake();
    }
    goOn(node);
  }

  private void wakeHeldBy(PodKey pod) {
    synchronized (this) {
      if (lines.values().stream().noneMatch(line -> line.isHeldBy(pod))) {
        return;
      }
    }
    wakeAll();
  }

  /** Starts the first bind in a node's line, where nothing stands in its way. */
  private void goOn(String node) {
    BindJob job;
    synchronized (this) {
      NodeLine line = lines.get(node);
      if (line == null || !line.ready(this::mayStart)) {
        return;
      }
      job = line.start();
    }
    worker.execute(() -> attempt(job));
  }

  private boolean mayStart(BindJob job) {
    return !job.locks() || book.awaitingOn(job.node(), job.uid()).isEmpty();
  }

  private void attempt(BindJob job) {
    BindAttempt.Result result;
    try {
      result = new BindAttempt(tools, job).run();
    } catch (RuntimeException e) {
      // A fault of the program must not close the node for ever.
      end(job, new BindAnswer.Failed("the bind failed: " + e));
      throw e;
    }
    take(job, result);
  }

  private void take(BindJob job, BindAttempt.Result result) {
    if (result instanceof BindAttempt.Result.Waits waits) {
      synchronized (this) {
        line(job).park(waits.lockHolder());
      }
      if (clock.instant().isBefore(job.deadline())) {
        goOn(job.node());
      } else {
        expire(job);
      }
    } else if (result instanceof BindAttempt.Result.Bound bound) {
      if (bound.pod().nodeName() == null) {
        if (BindAttempt.locks(bound.pod(), tools.families())) {
          book.bound(bound.pod(), job.node());
        }
        listener.bound(bound.pod(), job.node());
      }
      end(job, new BindAnswer.Bound());
    } else if (result instanceof BindAttempt.Result.Unknown unknown) {
      if (!job.answer().isDone()) {
        listener.unknown(unknown.pod(), job.node(), unknown.reason());
      }
      job.answer()
          .complete(new BindAnswer.Failed("not known yet whether bound: " + unknown.reason()));
      timer.after(RESOLVE_EVERY, () -> resolve(job, unknown));
    } else if (result instanceof BindAttempt.Result.NotLeading) {
      end(job, new BindAnswer.NotLeading("this replica does not lead"));
    } else {
      BindAttempt.Result.Failed failed = (BindAttempt.Result.Failed) result;
      PodRecord pod = failed.pod();
      if (pod != null) {
        listener.failed(pod, job.node(), failed.reason());
      }
      end(job, new BindAnswer.Failed(failed.reason()));
    }
  }

  private void resolve(BindJob job, BindAttempt.Result.Unknown unknown) {
    take(job, unknown.attempt().resolve(unknown.pod(), unknown.allocation(), unknown.reason()));
  }

  /**
   * A bind that still stands in line when its time is up is answered; one under way ends itself.
   */
  private void expire(BindJob job) {
    Optional<PodKey> holder;
    synchronized (this) {
      NodeLine line = lines.get(job.node());
      if (line == null || !line.isWaiting(job)) {
        return;
      }
      holder = line.holder().or(() -> book.awaitingOn(job.node(), job.uid()));
      line.withdraw(job);
      forget(job, line);
    }
    String reason =
        "node "
            + job.node()
            + " did not come free within "
            + patience.toSeconds()
            + " s"
            + holder.map(pod -> ": pod " + pod + " still awaits its devices there").orElse("");
    PodRecord pod = tools.waiting().apply(job.uid());
    if (pod != null) {
      tools.scheduler().giveUp(pod, clock.instant());
      listener.failed(pod, job.node(), reason);
    }
    job.answer().complete(new BindAnswer.Failed(reason));
    goOn(job.node());
  }

  private void end(BindJob job, BindAnswer answer) {
    synchronized (this) {
      NodeLine line = line(job);
      line.end();
      forget(job, line);
    }
    job.answer().complete(answer);
    goOn(job.node());
  }

  private void forget(BindJob job, NodeLine line) {
    jobs.remove(job.key());
    if (line.isEmpty()) {
      lines.remove(job.node());
    }
  }

  private NodeLine line(BindJob job) {
    return Objects.requireNonNull(lines.get(job.node()));
  }
}
