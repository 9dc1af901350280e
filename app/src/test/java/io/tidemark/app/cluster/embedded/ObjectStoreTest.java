package io.tidemark.app.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectStoreTest {
  private static final ObjectKey P = ObjectKey.of("Pod", "team-a", "p");

  private final List<StoreEvent> events = new ArrayList<>();
  private final ObjectStore store = new ObjectStore(events::add);

  private static ObjectNode pod(String uid, String version) {
    ObjectNode pod = new ObjectMapper().createObjectNode().put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("namespace", "team-a").put("name", "p");
    if (!uid.isEmpty()) {
      metadata.put("uid", uid);
    }
    if (!version.isEmpty()) {
      metadata.put("resourceVersion", version);
    }
    return pod;
  }

  private ObjectNode stored() {
    return Objects.requireNonNull(store.get(P));
  }

  @Test
  void anObjectWithoutIdentityGetsOneAndKeepsIt() {
    String uid = store.apply(pod("", "")).path("metadata").path("uid").asText();
    store.apply(pod("", ""));
    assertThat(uid).isNotEmpty();
    assertThat(stored().path("metadata").path("uid").asText()).isEqualTo(uid);
  }

  @Test
  void anOlderObjectIsShownButNotStored() {
    store.apply(pod("u", "20"));
    store.apply(pod("u", "10").put("late", true));
    assertThat(events).hasSize(2);
    assertThat(stored().has("late")).isFalse();
  }

  @Test
  void anotherUidMeansThatTheObjectBeforeIsGone() {
    store.apply(pod("u1", ""));
    store.apply(pod("u2", ""));
    assertThat(events).hasSize(3);
    assertThat(events.get(1)).isInstanceOf(StoreEvent.Deleted.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "9223372036854775807", "99999999999999999999", "-7"})
  void noVersionStopsLaterWrites(String version) {
    store.apply(pod("u", version));
    store.update(stored().put("written", true));
    store.update(stored().put("again", true));
    assertThat(stored().path("written").asBoolean()).isTrue();
    assertThat(stored().path("again").asBoolean()).isTrue();
    assertThat(stored().path("metadata").path("resourceVersion").asLong()).isPositive();
  }
}
