package io.tidemark.controlplane.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoToolchainTest {
  @ParameterizedTest(name = "{0} with GOTOOLCHAIN={1}: {2}")
  @CsvSource({
    "go1.26.8, local, true",
    "go1.27rc1, auto, true",
    "go1.25.3, local, false",
    "go1.25.3, auto, true",
    "go1.21.0, auto, true",
    "go1.20.14, auto, false",
    "devel go1.28-abc, local, true",
    "'', '', false"
  })
  void aGoIsUsableThatBuildsThisKubernetesOrFetchesOneThatDoes(
      String version, String switching, boolean usable) {
    assertThat(GoToolchain.usable(version, switching)).isEqualTo(usable);
  }
}
