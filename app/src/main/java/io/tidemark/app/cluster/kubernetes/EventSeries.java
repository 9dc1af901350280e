package io.tidemark.app.cluster.kubernetes;

import io.tidemark.app.cluster.ClusterGateway.PodEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts events that say the same of the same pod, as a pod that waits is told the same at every
 * try. Safe for use by several threads. The ones not told for longest are forgotten.
 */
final class EventSeries {
  static final Duration QUIET = Duration.ofMinutes(1);
  private static final int MOST = 4096;

  /** What is the same in one series. */
  record Told(String uid, PodEvent.Kind kind, String reason, String message) {}

  /** How often it was said so far. */
  record Series(int count, Instant first, Instant last) {}

  private static final class State {
    private final Instant first;
    private int count;
    private @Nullable Instant written;
    private String name = "";

    State(Instant first) {
      this.first = first;
    }
  }

  private final Map<Told, State> series =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Told, State> eldest) {
          return size() > MOST;
        }
      };

  /** Counts it; null where it was passed on less than {@link #QUIET} ago. */
  synchronized @Nullable Series count(Told told, Instant now) {
    State state = series.computeIfAbsent(told, key -> new State(now));
    state.count++;
    if (state.written != null && now.isBefore(state.written.plus(QUIET))) {
      return null;
    }
    state.written = now;
    return new Series(state.count, state.first, now);
  }

  /** The object it was written to; empty where there is none. */
  synchronized String name(Told told) {
    State state = series.get(told);
    return state == null ? "" : state.name;
  }

  synchronized void written(Told told, String name) {
    State state = series.get(told);
    if (state != null) {
      state.name = name;
    }
  }
}
