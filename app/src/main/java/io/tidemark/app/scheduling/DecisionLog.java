package io.tidemark.app.scheduling;

import io.tidemark.api.model.PodKey;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last decisions about pods of the live cluster, for people who ask what happened. Holds 1,000
 * of them, counts all, and has nothing that decides anything. Thread-safe.
 */
@Singleton
public class DecisionLog {
  private static final int CAPACITY = 1_000;

  private final Deque<Entry> entries = new ArrayDeque<>(CAPACITY);
  private final Map<What, Long> counts = new EnumMap<>(What.class);

  /** What was decided. */
  public enum What {
    /** Refused at admission. */
    DENIED("Denied"),
    /** A filter chose a node and reserved the pod's share there. */
    RESERVED("Reserved"),
    /** A filter found nodes and reserved nothing, as in mode {@code all} and in a dry run. */
    CHOSEN("Chosen"),
    /** A filter found no node. */
    UNSCHEDULABLE("Unschedulable"),
    /** Bound to its node. */
    BOUND("Bound"),
    /** Not bound, or not known to be. */
    BIND_FAILED("BindFailed"),
    /** Told kube-scheduler to try again, since it fits now. */
    WOKEN("Woken");

    private final String text;

    What(String text) {
      this.text = text;
    }

    /** The word as users read it. */
    public String text() {
      return text;
    }
  }

  /**
   * One decision.
   *
   * @param uid empty for a pod that does not exist yet
   * @param node null where none is concerned
   * @param reason in one line; null where there is nothing to explain
   */
  public record Entry(
      Instant at,
      PodKey pod,
      String uid,
      What what,
      @Nullable String node,
      @Nullable String reason) {}

  /** Adds a decision; the oldest one makes room for it. */
  public void add(Entry entry) {
    synchronized (entries) {
      if (entries.size() == CAPACITY) {
        entries.removeLast();
      }
      entries.addFirst(entry);
      counts.merge(entry.what(), 1L, Long::sum);
    }
  }

  /** The decisions as they are now, the latest first. */
  public List<Entry> latest() {
    synchronized (entries) {
      return new ArrayList<>(entries);
    }
  }

  /** How many decisions of that kind there have been since the start. */
  public long count(What what) {
    synchronized (entries) {
      return counts.getOrDefault(what, 0L);
    }
  }
}
