package io.tidemark.app.cluster.kubernetes;

import io.tidemark.api.model.Problem;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.threads.DaemonThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows what there is in a cluster and everything that changes, from one thread of its own.
 *
 * <p>First come all nodes, all quotas and all pods, one event each, in this order. Then comes every
 * change of an object that was not overtaken by a newer one, in order per kind; the order between
 * kinds is not kept. A pod of the same name with another UID is shown as the old one gone and the
 * new one seen. After a time without connection the API server is asked for what changed since, or,
 * where it no longer knows, for all there is: what is not there any more is shown as gone.
 *
 * <p>It goes on until it is stopped, whatever the API server does.
 */
public final class ClusterFeed {
  private static final Duration STOP = Duration.ofSeconds(2);

  /** Takes events, called from the feed's thread only. */
  public interface Sink {
    /**
     * Must not wait for long: meanwhile nothing is observed.
     *
     * @return false where there is no room for it. Then this one and all after it are lost, until
     *     all nodes, quotas and pods are shown again
     */
    boolean offer(ClusterEvent event);
  }

  /** Is told what is not an event, from the feed's thread. */
  public interface Listener {
    /** Part of an object is malformed; the rest of it counts. Told once per version of it. */
    void malformed(Problem problem);

    /** The view is no longer kept up to date; told once until it is {@link #back}. */
    void lost(String reason);

    /** The view is up to date again, or about to be. */
    void back(Duration after);

    /** A fault of the program, which is answered by showing all there is again. */
    void broke(RuntimeException fault);
  }

  private final Sink sink;
  private final Listener listener;
  private final FeedSettings settings;
  private final Clock clock;
  private final List<KindWatch<?>> kinds;
  private final BlockingQueue<WatchStream.News> inbox = new LinkedBlockingQueue<>();
  private final Thread thread = DaemonThreads.named("tidemark-feed").newThread(this::run);

  private boolean complete;
  private boolean refused;
  private int failures;
  private boolean synced;
  private @Nullable Instant missedSince;
  private volatile Freshness freshness = Freshness.NOTHING_SEEN;
  private volatile boolean stopped;

  ClusterFeed(
      ApiServer server,
      ObjectReader reader,
      FeedSettings settings,
      Clock clock,
      Sink sink,
      Listener listener) {
    this.sink = sink;
    this.listener = listener;
    this.settings = settings;
    this.clock = clock;
    Outage outage = new Outage(listener, clock);
    this.kinds =
        List.of(
            watch(WatchedKind.nodes(reader), server, outage),
            watch(WatchedKind.quotas(reader), server, outage),
            watch(WatchedKind.pods(reader), server, outage));
  }

  private <R> KindWatch<R> watch(WatchedKind<R> kind, ApiServer server, Outage outage) {
    KindView<R> view = new KindView<>(kind, this::show, listener::malformed);
    return new KindWatch<>(view, server, settings, inbox::add, outage, clock);
  }

  /**
   * Starts; returns at once.
   *
   * @throws IllegalThreadStateException where it was started before
   */
  public void start() {
    thread.start();
  }

  /** How far what was shown can be trusted now. */
  public Freshness freshness() {
    return freshness;
  }

  /** Ends all requests and waits a moment for the last event to be taken. */
  public void stop() {
    stopped = true;
    thread.interrupt();
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join(STOP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopped) {
        try {
          if (complete) {
            followChanges();
          } else {
            showAll();
          }
        } catch (RuntimeException e) {
          listener.broke(e);
          startAgain();
          pause();
        }
        judgeFreshness();
      }
    } catch (InterruptedException e) {
      // Only stop() interrupts this thread.
    } finally {
      kinds.forEach(KindWatch::stop);
      missedSince = missedSince == null ? clock.instant() : missedSince;
      judgeFreshness();
    }
  }

  private void showAll() throws InterruptedException {
    kinds.forEach(KindWatch::stop);
    inbox.clear();
    refused = false;
    for (KindWatch<?> kind : kinds) {
      while (!kind.listAll()) {
        TimeUnit.NANOSECONDS.sleep(kind.dueAt() - System.nanoTime());
      }
      if (refused) {
        pause();
        return;
      }
    }
    complete = true;
    synced = true;
    missedSince = null;
    failures = 0;
  }

  private void followChanges() throws InterruptedException {
    long wait = Long.MAX_VALUE;
    for (KindWatch<?> kind : kinds) {
      kind.tend();
      wait = Math.min(wait, kind.dueAt() - System.nanoTime());
    }
    judgeFreshness();
    WatchStream.News news = inbox.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
    if (news != null) {
      kinds.forEach(kind -> kind.take(news));
    }
    if (refused) {
      startAgain();
    }
  }

  private void startAgain() {
    complete = false;
    if (missedSince == null) {
      missedSince = clock.instant();
    }
  }

  private void pause() throws InterruptedException {
    failures++;
    TimeUnit.NANOSECONDS.sleep(settings.pause(failures).toNanos());
  }

  private void show(ClusterEvent event) {
    if (!refused && !stopped) {
      refused = !sink.offer(event);
    }
  }

  private void judgeFreshness() {
    Instant since = missedSince;
    for (KindWatch<?> kind : kinds) {
      Instant lost = kind.lostSince();
      if (lost != null && (since == null || lost.isBefore(since))) {
        since = lost;
      }
    }
    if (freshness.synced() != synced || !Objects.equals(freshness.staleSince(), since)) {
      freshness = new Freshness(synced, since);
    }
  }
}
