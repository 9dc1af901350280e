package io.tidemark.api.quota;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.model.QuotaTraits;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaRulesTest {
  private static final QuotaTraits POD = aPod("p").app(gpu("a", 1)).read().quotaTraits();

  private static QuotaSnapshot quota(Quotas quota, NamespaceAmount used) {
    return new QuotaSnapshot(quota.read(Families.WITH_ACME), Map.of("NVIDIA", used));
  }

  private static QuotaSnapshot memory(String name, String limit, long used) {
    return quota(
        aQuota("team-a/" + name).hard("limits.nvidia.com/gpumem", limit),
        new NamespaceAmount(0, used, 0));
  }

  private static NamespaceSnapshot namespace(QuotaSnapshot... quotas) {
    return new NamespaceSnapshot("team-a", Map.of(), List.of(quotas));
  }

  private static Optional<String> shortfall(NamespaceSnapshot namespace, NamespaceAmount need) {
    return QuotaRules.shortfall(Families.WITH_ACME, namespace, POD, Map.of("NVIDIA", need))
        .map(QuotaShortfall::toString);
  }

  @ParameterizedTest(name = "limit {0}, used {1}, need {2}: passes {3}")
  @CsvSource({
    "1000, 0, 1000, true",
    "1000, 1, 1000, false",
    "1000, 1000, 0, true",
    "1000, 2000, 0, true",
    "0, 0, 1, false",
    "0, 0, 0, true",
    "9223372036854775807, 9223372036854775807, 1, false",
    "1e30, 5000, 9223372036854770807, true"
  })
  void aNeedMustFitBesideWhatIsUsed(String limit, long used, long need, boolean passes) {
    NamespaceSnapshot namespace = namespace(memory("q", limit, used));

    assertThat(shortfall(namespace, new NamespaceAmount(0, need, 0)).isEmpty()).isEqualTo(passes);
    assertThat(
            need == 0 || need <= QuotaRules.room(namespace, POD, "NVIDIA", QuotaDimension.MEMORY))
        .isEqualTo(passes);
  }

  @Test
  void allQuotasHoldAtOnceInEitherOrder() {
    List<QuotaSnapshot> quotas =
        new ArrayList<>(List.of(memory("q1", "1000", 0), memory("q2", "5000", 0)));
    NamespaceAmount need = new NamespaceAmount(1, 3000, 0);
    String refused = "quota team-a/q1: limits.nvidia.com/gpumem needs 3000, used 0, limit 1000";

    assertThat(shortfall(new NamespaceSnapshot("team-a", Map.of(), quotas), need))
        .contains(refused);
    Collections.reverse(quotas);
    assertThat(shortfall(new NamespaceSnapshot("team-a", Map.of(), quotas), need))
        .contains(refused);
    assertThat(shortfall(namespace(memory("q2", "5000", 0)), need)).isEmpty();
    assertThat(shortfall(namespace(), need)).isEmpty();
  }

  @Test
  void ofSeveralThatArePassedTheOnePassedByMostIsNamed() {
    assertThat(
            shortfall(
                namespace(memory("q1", "2000", 0), memory("q2", "5000", 4500)),
                new NamespaceAmount(1, 3000, 0)))
        .contains("quota team-a/q2: limits.nvidia.com/gpumem needs 3000, used 4500, limit 5000");
  }

  @Test
  void countAndCoresAreDimensionsOfTheirOwn() {
    NamespaceSnapshot namespace =
        namespace(
            quota(
                aQuota("team-a/q")
                    .hard("limits.nvidia.com/gpu", "2")
                    .hard("limits.nvidia.com/gpucores", "50"),
                new NamespaceAmount(1, 999_999, 0)));

    assertThat(shortfall(namespace, new NamespaceAmount(1, 999_999, 50))).isEmpty();
    assertThat(shortfall(namespace, new NamespaceAmount(2, 0, 50)))
        .contains("quota team-a/q: limits.nvidia.com/gpu needs 2, used 1, limit 2");
    assertThat(shortfall(namespace, new NamespaceAmount(1, 0, 100)))
        .contains("quota team-a/q: limits.nvidia.com/gpucores needs 100, used 0, limit 50");
  }

  @Test
  void aFamilyIsLimitedByItsOwnKeysAlone() {
    NamespaceSnapshot namespace =
        namespace(
            new QuotaSnapshot(
                aQuota("team-a/q")
                    .hard("limits.acme.example/npu-memory", "10")
                    .read(Families.WITH_ACME),
                Map.of()));

    assertThat(shortfall(namespace, new NamespaceAmount(9, 9, 9))).isEmpty();
    assertThat(
            QuotaRules.shortfall(
                    Families.WITH_ACME,
                    namespace,
                    POD,
                    Map.of("ACME", new NamespaceAmount(1, 11, 0), "NVIDIA", NamespaceAmount.ZERO))
                .map(QuotaShortfall::toString))
        .contains("quota team-a/q: limits.acme.example/npu-memory needs 11, used 0, limit 10");
  }

  @Test
  void aScopedQuotaCountsOnlyThePodsThatItSelects() {
    NamespaceSnapshot namespace =
        namespace(
            quota(
                aQuota("team-a/q").scope("Terminating").hard("limits.nvidia.com/gpu", "0"),
                NamespaceAmount.ZERO));
    QuotaTraits terminating = new QuotaTraits("", true, true, false);
    Map<String, NamespaceAmount> need = Map.of("NVIDIA", new NamespaceAmount(1, 0, 0));

    assertThat(QuotaRules.shortfall(Families.WITH_ACME, namespace, POD, need)).isEmpty();
    assertThat(QuotaRules.shortfall(Families.WITH_ACME, namespace, terminating, need)).isPresent();
    assertThat(QuotaRules.room(namespace, POD, "NVIDIA", QuotaDimension.COUNT))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(QuotaRules.room(namespace, terminating, "NVIDIA", QuotaDimension.COUNT)).isZero();
  }

  @Test
  void theLimitThatIsShownIsTheTightestWithoutScopes() {
    NamespaceSnapshot namespace =
        namespace(
            memory("q1", "5000", 0),
            memory("q2", "3000", 0),
            quota(
                aQuota("team-a/q3").scope("BestEffort").hard("limits.nvidia.com/gpumem", "1"),
                NamespaceAmount.ZERO));

    assertThat(QuotaRules.limit(namespace, "NVIDIA", QuotaDimension.MEMORY)).isEqualTo(3000);
    assertThat(QuotaRules.limit(namespace, "NVIDIA", QuotaDimension.COUNT)).isNull();
    assertThat(QuotaRules.limit(namespace, "ACME", QuotaDimension.MEMORY)).isNull();
  }

  @Test
  void aNeedAboveTheLimitIsHopelessWhateverEnds() {
    NamespaceSnapshot namespace = namespace(memory("q", "1000", 900));

    assertThat(
            QuotaRules.shortfall(
                Families.WITH_ACME,
                namespace,
                POD,
                Map.of("NVIDIA", new NamespaceAmount(1, 1000, 0))))
        .hasValueSatisfying(shortfall -> assertThat(shortfall.hopeless()).isFalse());
    assertThat(
            QuotaRules.shortfall(
                Families.WITH_ACME,
                namespace,
                POD,
                Map.of("NVIDIA", new NamespaceAmount(1, 1001, 0))))
        .hasValueSatisfying(shortfall -> assertThat(shortfall.hopeless()).isTrue());
  }
}
