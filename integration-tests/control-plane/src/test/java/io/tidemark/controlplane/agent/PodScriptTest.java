package io.tidemark.controlplane.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.controlplane.agent.ContainerSpec.Kind;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodScriptTest {
  @Test
  void withoutEntriesInitContainersRunShortlyAndOthersUntilTheTestSays() {
    PodScript script = PodScript.parse(null);

    assertThat(script.of(container("a", Kind.INIT)).duration()).isEqualTo(Duration.ofMillis(50));
    assertThat(script.of(container("a", Kind.SIDECAR)).duration()).isNull();
    assertThat(script.of(container("a", Kind.APP)).duration()).isNull();
    assertThat(script.termination().duration()).isEqualTo(Duration.ZERO);
  }

  @Test
  void anOwnEntryComesBeforeTheOneForAllOthers() {
    PodScript script = PodScript.parse("*=hold, train=2s/exit=3, terminate=1m");

    assertThat(script.of(container("train", Kind.APP)))
        .isEqualTo(new PodScript.Run(Duration.ofSeconds(2), 3));
    assertThat(script.of(container("prepare", Kind.INIT)).duration()).isNull();
    assertThat(script.termination().duration()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void anEntryThatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> PodScript.parse("train=soon")).hasMessageContaining("\"train=soon\"");
  }

  private static ContainerSpec container(String name, Kind kind) {
    return new ContainerSpec(name, kind, "none", Map.of());
  }
}
