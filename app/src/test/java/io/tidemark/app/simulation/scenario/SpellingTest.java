package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  private static final List<String> KNOWN = List.of("create", "retry", "restart", "pod", "as");

  @ParameterizedTest
  @CsvSource({
    "creat,create",
    "ctreae,create",
    "CREATE,create",
    "resatrt,restart",
    "pdo,pod",
    "os,as",
    "xyz,",
    "replicas,",
    "start,"
  })
  void shouldFindTheNearestNameOrNone(String given, String meant) {
    assertThat(Spelling.nearest(given, KNOWN)).isEqualTo(meant);
  }
}
