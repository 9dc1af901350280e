package io.tidemark.app.serve;

import io.smallrye.reactive.messaging.annotations.Blocking;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.kubernetes.ClusterFeed;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/**
 * The ordered stream of what is observed of the live cluster: one writer, one reader, and an end to
 * how much may stand between them. What finds no room is refused, and the feed lists everything
 * again.
 */
@ApplicationScoped
public class ChangeStream implements ClusterFeed.Sink {
  private static final String CHANNEL = "cluster.changes";

  /** More than a cluster of thousands of nodes says in the seconds that a long pause may take. */
  private static final int CAPACITY = 65_536;

  private final Emitter<ClusterEvent> emitter;
  private final CompletableFuture<Consumer<ClusterEvent>> reader = new CompletableFuture<>();

  public ChangeStream(
      @Channel(CHANNEL) @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = CAPACITY)
          Emitter<ClusterEvent> emitter) {
    this.emitter = emitter;
  }

  /** Sets who takes the events; once, before the first one is offered. */
  void readBy(Consumer<ClusterEvent> consumer) {
    reader.complete(consumer);
  }

  @Override
  public boolean offer(ClusterEvent event) {
    try {
      var unused = emitter.send(event);
      return true;
    } catch (IllegalStateException full) {
      return false;
    }
  }

  @Incoming(CHANNEL)
  @Blocking
  public void take(ClusterEvent event) {
    reader.join().accept(event);
  }
}
