package io.tidemark.app.inspect;

import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.kubernetes.ClusterFeed;
import io.tidemark.app.cluster.kubernetes.ClusterReader;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/** A ledger that follows a cluster by watches until it is closed. */
public final class WatchedLedger implements AutoCloseable {
  private final ModuleBus bus;
  private final ClusterId cluster;
  private final ClusterReader reader;
  private final ClusterFeed feed;
  private final Clock clock;

  WatchedLedger(
      ModuleBus bus,
      PrivateLedgers ledgers,
      ClusterReader reader,
      Clock clock,
      Consumer<String> notes) {
    this.bus = bus;
    this.cluster = ledgers.newCluster();
    this.reader = reader;
    this.clock = clock;
    this.feed = reader.feed(ledgers.reader(), this::observe, new Notes(notes));
    feed.start();
  }

  private boolean observe(ClusterEvent event) {
    var unused = bus.observe(new Observe(cluster, clock.instant(), event.change()));
    return true;
  }

  /** Whether everything that was there at the beginning has been seen. */
  public boolean isComplete() {
    return feed.freshness().synced();
  }

  public ClusterSnapshot snapshot() {
    return bus.snapshot(new TakeSnapshot(cluster, clock.instant()));
  }

  @Override
  public void close() {
    feed.stop();
    bus.forget(new Forget(cluster));
    reader.close();
  }

  /** What a person who watches should know of the connection. */
  private record Notes(Consumer<String> notes) implements ClusterFeed.Listener {
    @Override
    public void malformed(Problem problem) {
      notes.accept(problem.toString());
    }

    @Override
    public void lost(String reason) {
      notes.accept("no longer up to date: " + reason);
    }

    @Override
    public void back(Duration after) {
      notes.accept("up to date again after " + after.toSeconds() + " s");
    }

    @Override
    public void broke(RuntimeException fault) {
      notes.accept("beginning anew after " + fault);
    }
  }
}
