package io.tidemark.admission;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Protocol, section 3, step 2: init containers alone make no pod. */
class NoContainersTest {
  @ParameterizedTest
  @ValueSource(strings = {"missing", "null", "empty"})
  void aPodWithoutAppContainersIsDenied(String containers) {
    ObjectNode pod = aPod("p").init(gpu("i", 3000)).json();
    ObjectNode spec = pod.withObject("/spec");
    switch (containers) {
      case "missing" -> spec.remove("containers");
      case "null" -> spec.putNull("containers");
      default -> spec.putArray("containers");
    }

    assertThat(Reviews.of(pod).summary()).isEqualTo("denied 403: pod has no containers");
  }

  @Test
  void aPodThatAsksForNothingIsLeftToTheApiServer() {
    assertThat(Reviews.of(aPod("p").json()).summary())
        .isEqualTo("not ours: no container asks for a device");
  }
}
