package io.tidemark.controlplane.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RecipeTest {
  @Test
  void everyModuleIsPinnedByItsHash() {
    assertThat(Recipe.MODULES)
        .allSatisfy(
            module ->
                assertThat(new String(Recipe.resource(module, "go.sum"), StandardCharsets.UTF_8))
                    .contains(module.directory()));
  }

  @Test
  void theCacheEntryNamesTheVersionThatGoModRequires() {
    String required =
        new String(Recipe.resource(Recipe.MODULES.get(1), "go.mod"), StandardCharsets.UTF_8);

    assertThat(Recipe.key()).matches("v1\\.\\d+\\.\\d+-[0-9a-f]{8}");
    assertThat(required)
        .contains("require k8s.io/kubernetes " + Recipe.KUBERNETES_VERSION)
        .contains("k8s.io/api v0" + Recipe.KUBERNETES_VERSION.substring(2));
  }
}
