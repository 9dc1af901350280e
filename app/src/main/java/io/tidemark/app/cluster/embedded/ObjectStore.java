package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a cluster, with identities and versions as an API server gives them. Not
 * thread-safe: one driver owns it.
 */
public final class ObjectStore {
  private static final long UNREADABLE_VERSION = -1;

  /** By kind, each in the order in which they came. */
  private final Map<String, Map<ObjectKey, ObjectNode>> objects = new HashMap<>();

  private final Consumer<StoreEvent> watcher;
  private long version;
  private long identities;

  /**
   * @param watcher sees every change, in order, before the call that made it returns
   */
  public ObjectStore(Consumer<StoreEvent> watcher) {
    this.watcher = watcher;
  }

  /** A copy of the object; null where there is none. */
  public @Nullable ObjectNode get(ObjectKey key) {
    ObjectNode object = ofKind(key.kind()).get(key);
    return object == null ? null : object.deepCopy();
  }

  public boolean contains(ObjectKey key) {
    return ofKind(key.kind()).containsKey(key);
  }

  /** The keys of all objects of a kind, in the order in which they came. */
  public List<ObjectKey> keys(String kind) {
    return List.copyOf(ofKind(kind).keySet());
  }

  /** Copies of all objects of a kind, in the order in which they came. */
  public List<ObjectNode> list(String kind) {
    return ofKind(kind).values().stream().map(ObjectNode::deepCopy).toList();
  }

  /** Shows every object of a kind, in the order in which they came; none may be changed. */
  public void forEach(String kind, Consumer<? super JsonNode> reader) {
    ofKind(kind).values().forEach(reader);
  }

  /**
   * Creates or replaces an object as a watch would show it. An object without UID takes that of the
   * one it replaces, or a new one; an object with another UID than the one there means that the old
   * one is gone. A resourceVersion that the object brings along is kept, and an object that is
   * older than the one there is shown to the watcher, but not stored.
   *
   * @return the object as shown
   */
  public ObjectNode apply(JsonNode shown) {
    ObjectNode object = shown.deepCopy();
    ObjectKey key = ObjectKey.of(object);
    ObjectNode metadata = object.withObject("/metadata");
    if (!key.namespace().isEmpty()) {
      metadata.put("namespace", key.namespace());
    }
    ObjectNode present = ofKind(key.kind()).get(key);
    if (metadata.path("uid").asText("").isEmpty()) {
      metadata.put("uid", present == null ? newUid() : uid(present));
    }
    if (metadata.path("resourceVersion").asText("").isEmpty()) {
      metadata.put("resourceVersion", Long.toString(nextVersion()));
    } else {
      long given = versionOf(object);
      version = given == UNREADABLE_VERSION ? version : Math.max(version, given);
    }
    if (present != null && !uid(present).equals(uid(object))) {
      remove(key);
      present = null;
    }
    if (present == null || !isOlder(object, present)) {
      objects.computeIfAbsent(key.kind(), kind -> new LinkedHashMap<>()).put(key, object);
    }
    watcher.accept(new StoreEvent.Seen(object.deepCopy()));
    return object.deepCopy();
  }

  /** Replaces an object by a changed copy of itself, under a new version. */
  public ObjectNode update(ObjectNode changed) {
    changed.withObject("/metadata").remove("resourceVersion");
    return apply(changed);
  }

  /** Deletes an object; nothing where it is not there. */
  public void remove(ObjectKey key) {
    Map<ObjectKey, ObjectNode> there = objects.get(key.kind());
    ObjectNode object = there == null ? null : there.remove(key);
    if (object != null) {
      nextVersion();
      watcher.accept(new StoreEvent.Deleted(object));
    }
  }

  /** Shows an object to the watcher once more, unchanged; nothing where it is not there. */
  public void redeliver(ObjectKey key) {
    ObjectNode object = get(key);
    if (object != null) {
      watcher.accept(new StoreEvent.Seen(object));
    }
  }

  /** The version of the newest write. */
  public long version() {
    return version;
  }

  /** A UID that no object of this store has had. */
  public String newUid() {
    return "simulated-" + ++identities;
  }

  private Map<ObjectKey, ObjectNode> ofKind(String kind) {
    return objects.getOrDefault(kind, Map.of());
  }

  /** No version follows the largest; objects of one version are equally new. */
  private long nextVersion() {
    version = version == Long.MAX_VALUE ? version : version + 1;
    return version;
  }

  private static boolean isOlder(ObjectNode object, ObjectNode present) {
    long version = versionOf(object);
    return version != UNREADABLE_VERSION && version < versionOf(present);
  }

  private static String uid(ObjectNode object) {
    return object.path("metadata").path("uid").asText();
  }

  private static long versionOf(ObjectNode object) {
    try {
      return Long.parseLong(object.path("metadata").path("resourceVersion").asText());
    } catch (NumberFormatException e) {
      return UNREADABLE_VERSION;
    }
  }
}
