package io.tidemark.usage;

import io.tidemark.api.model.PodRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods that are there and ask, and the UIDs of those that are gone. Keyed by UID. */
final class PodBook {
  /** How many gone UIDs are remembered; the oldest goes first. */
  static final int MAX_GONE = 10_000;

  private final Map<String, KnownPod> pods = new LinkedHashMap<>();

  /** The newest version that was known of any pod when the UID went. */
  private final Map<String, Long> gone =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_GONE;
        }
      };

  private long newest = PodRecord.UNKNOWN_VERSION;

  @Nullable KnownPod get(String uid) {
    return pods.get(uid);
  }

  /** In the order in which they came. */
  List<String> uids() {
    return List.copyOf(pods.keySet());
  }

  void put(KnownPod pod) {
    pods.put(pod.pod().uid(), pod);
  }

  /** Remembers the newest version that was seen of any pod or list of pods. */
  void sawVersion(long version) {
    newest = Math.max(newest, version);
  }

  boolean isGone(String uid) {
    return gone.containsKey(uid);
  }

  /** Forgets the pod and remembers its UID as gone. */
  void bury(String uid) {
    pods.remove(uid);
    gone.remove(uid);
    gone.put(uid, newest);
  }

  /**
   * Takes back that a UID is gone, where a full list shows it that is newer than all that was known
   * when it went. A list without a version is believed: to charge a pod that is not there ends with
   * the next list, to overlook one that is there would not.
   */
  void revive(String uid, long listVersion) {
    Long known = gone.get(uid);
    if (known != null && (listVersion == PodRecord.UNKNOWN_VERSION || listVersion > known)) {
      gone.remove(uid);
    }
  }
}
