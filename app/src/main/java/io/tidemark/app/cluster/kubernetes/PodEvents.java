package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway.PodEvent;
import io.tidemark.app.threads.DaemonThreads;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes core/v1 Events about pods, in order, from one thread that exists while there are any. An
 * event that meets a full queue or a failing API server is dropped: users are told as well as can
 * be, and nothing ever waits for it.
 */
final class PodEvents implements AutoCloseable {
  /** Beyond that the API server refuses an event. */
  static final int MOST_MESSAGE_BYTES = 1024;

  private static final int NOT_FOUND = 404;
  private static final int IDLE_SECONDS = 10;

  private final ApiServer server;
  private final String source;
  private final Clock clock;
  private final EventSeries series = new EventSeries();
  private final AtomicLong dropped = new AtomicLong();
  private final ThreadPoolExecutor writer;

  /**
   * @param source who the events are from: the scheduler's name
   * @param capacity how many events may wait to be written
   */
  PodEvents(ApiServer server, String source, int capacity, Clock clock) {
    this.server = server;
    this.source = source;
    this.clock = clock;
    this.writer =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(capacity),
            DaemonThreads.named("tidemark-events"),
            (task, executor) -> dropped.incrementAndGet());
    writer.allowCoreThreadTimeOut(true);
  }

  /** Never waits and never fails. An event told again within a minute is counted, not written. */
  void tell(PodRecord pod, PodEvent event) {
    EventSeries.Told told =
        new EventSeries.Told(
            pod.uid(),
            event.kind(),
            event.reason(),
            OneLine.cutToBytes(event.message(), MOST_MESSAGE_BYTES));
    EventSeries.Series counted = series.count(told, clock.instant());
    if (counted != null) {
      writer.execute(() -> write(pod, told, counted));
    }
  }

  /** How many events were not written, be it for a full queue or for a failing API server. */
  long dropped() {
    return dropped.get();
  }

  /** Drops what waits. */
  @Override
  public void close() {
    writer.shutdownNow();
  }

  private void write(PodRecord pod, EventSeries.Told told, EventSeries.Series counted) {
    String events = ApiPaths.events(pod.key().namespace());
    String written = series.name(told);
    if (!written.isEmpty()) {
      ObjectNode patch =
          Json.object().put("count", counted.count()).put("lastTimestamp", time(counted.last()));
      Reply reply = server.mergePatch(events + "/" + written, patch);
      if (!(reply instanceof Reply.Answer answer) || answer.status() != NOT_FOUND) {
        note(reply);
        return;
      }
    }
    Reply reply = server.post(events, event(pod, told, counted));
    note(reply);
    if (reply instanceof Reply.Answer answer && answer.isSuccess()) {
      series.written(told, answer.json().path("metadata").path("name").asText(""));
    }
  }

  private void note(Reply reply) {
    if (!(reply instanceof Reply.Answer answer) || !answer.isSuccess()) {
      dropped.incrementAndGet();
    }
  }

  private ObjectNode event(PodRecord pod, EventSeries.Told told, EventSeries.Series counted) {
    ObjectNode event = Json.object().put("apiVersion", "v1").put("kind", "Event");
    event
        .putObject("metadata")
        .put("namespace", pod.key().namespace())
        .put("generateName", pod.key().name() + ".");
    event
        .putObject("involvedObject")
        .put("apiVersion", "v1")
        .put("kind", "Pod")
        .put("namespace", pod.key().namespace())
        .put("name", pod.key().name())
        .put("uid", pod.uid());
    event.put("type", told.kind() == PodEvent.Kind.WARNING ? "Warning" : "Normal");
    event.put("reason", told.reason()).put("message", told.message());
    event.put("count", counted.count());
    event.put("firstTimestamp", time(counted.first()));
    event.put("lastTimestamp", time(counted.last()));
    event.putObject("source").put("component", source);
    return event.put("reportingComponent", source).put("reportingInstance", "");
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
