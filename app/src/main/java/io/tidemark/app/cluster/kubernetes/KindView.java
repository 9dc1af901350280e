package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.kube.UnreadableObjectException;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.app.cluster.ClusterEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a kind there are, as far as was seen: their names, UIDs and versions. Turns what
 * lists and watches say into events. No I/O; for use by one thread.
 */
final class KindView<R> {
  private final WatchedKind<R> kind;
  private final Consumer<ClusterEvent> events;
  private final Consumer<Problem> problems;
  private Map<ObjectName, Known> objects = new LinkedHashMap<>();

  /**
   * @param shown the UID under which the object was shown; null where it was never readable
   */
  private record Known(@Nullable String shown, long version) {
    boolean isOf(long other) {
      return version == other && version != PodRecord.UNKNOWN_VERSION;
    }

    boolean isOtherThan(@Nullable String uid) {
      return shown != null && !shown.equals(uid);
    }
  }

  KindView(WatchedKind<R> kind, Consumer<ClusterEvent> events, Consumer<Problem> problems) {
    this.kind = kind;
    this.events = events;
    this.problems = problems;
  }

  WatchedKind<R> kind() {
    return kind;
  }

  /** An object was created or changed, or stood there when the watch began. */
  void seen(JsonNode object) {
    ObjectName name = ObjectName.of(object);
    long version = version(object);
    Known known = objects.get(name);
    if (known != null && known.isOf(version)) {
      return;
    }
    R record = read(object, problems);
    if (record == null) {
      objects.put(name, new Known(known == null ? null : known.shown(), version));
      return;
    }
    String uid = kind.uid(object);
    if (known != null) {
      showGone(name, known, uid);
    }
    objects.put(name, new Known(uid, version));
    events.accept(kind.seen().apply(record));
  }

  /** An object was deleted; which one, the event's object tells, whatever else is wrong with it. */
  void deleted(JsonNode object) {
    ObjectName name = ObjectName.of(object);
    Known known = objects.get(name);
    String uid = kind.uid(object);
    if (known == null || (!uid.isEmpty() && known.isOtherThan(uid))) {
      return; // It was shown as gone when the next one of that name was seen.
    }
    objects.remove(name);
    showGone(name, known, null);
  }

  /**
   * @param uid of the object that has the name now; null where none has
   */
  private void showGone(ObjectName name, Known known, @Nullable String uid) {
    String shown = known.shown();
    if (shown != null && known.isOtherThan(uid)) {
      events.accept(kind.gone().apply(name, shown));
    }
  }

  /** Begins to read a list that says what changed since; see {@link Listing#showChanges}. */
  Listing listChanges() {
    return new Listing(false);
  }

  /** Begins to read a list that says all there is; see {@link Listing#showAll}. */
  Listing listAll() {
    return new Listing(true);
  }

  /** A list as it comes, page by page. Nothing is shown of a list that does not come to its end. */
  final class Listing {
    private final boolean whole;
    private final Map<ObjectName, Known> found = new LinkedHashMap<>();
    private final List<R> records = new ArrayList<>();
    private final List<Problem> malformed = new ArrayList<>();

    private Listing(boolean whole) {
      this.whole = whole;
    }

    void add(JsonNode object) {
      ObjectName name = ObjectName.of(object);
      long version = version(object);
      Known known = objects.get(name);
      boolean old = known != null && known.isOf(version);
      if (known != null && old && !whole) {
        found.put(name, known);
        return;
      }
      R record = read(object, old ? problem -> {} : malformed::add);
      if (record == null) {
        found.put(name, new Known(known == null ? null : known.shown(), version));
      } else {
        found.put(name, new Known(kind.uid(object), version));
        records.add(record);
      }
    }

    /** Shows the list as one event. */
    void showAll(long version) {
      finish();
      events.accept(kind.listed().apply(records, version));
    }

    /** Shows each object that is gone, and then each that is new or changed. */
    void showChanges() {
      Map<ObjectName, Known> before = objects;
      finish();
      before.forEach(
          (name, known) -> {
            Known now = found.get(name);
            showGone(name, known, now == null ? null : now.shown());
          });
      records.forEach(record -> events.accept(kind.seen().apply(record)));
    }

    private void finish() {
      malformed.forEach(problems);
      objects = found;
    }
  }

  private @Nullable R read(JsonNode object, Consumer<Problem> report) {
    if (!object.isObject()) {
      report.accept(
          new Problem(kind.kind(), "", "is no object: " + OneLine.of(object.toString(), 80)));
      return null;
    }
    try {
      Reading<R> reading = kind.read().apply(object);
      reading.malformed().forEach(report);
      return reading.value();
    } catch (UnreadableObjectException e) {
      report.accept(e.problem());
      return null;
    } catch (RuntimeException e) {
      // A fault of the reader, and still no reason to lose sight of the other objects.
      ObjectName name = ObjectName.of(object);
      String subject = kind.kind() + " " + name.namespace() + "/" + name.name();
      report.accept(new Problem(subject, "", "cannot be read: " + e));
      return null;
    }
  }

  private static long version(JsonNode object) {
    return versionOf(object.path("metadata").path("resourceVersion").asText(""));
  }

  /** {@link PodRecord#UNKNOWN_VERSION} where it is no number. */
  static long versionOf(String text) {
    try {
      return Math.max(PodRecord.UNKNOWN_VERSION, Long.parseLong(text));
    } catch (NumberFormatException e) {
      return PodRecord.UNKNOWN_VERSION;
    }
  }
}
