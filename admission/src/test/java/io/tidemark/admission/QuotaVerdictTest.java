package io.tidemark.admission;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.NamespaceAmount;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class QuotaVerdictTest {
  private static final String MEMORY = "limits.nvidia.com/gpumem";

  static Stream<Arguments> peaks() {
    return Stream.of(
        argumentSet(
            "the larger init container",
            aPod("p").init(gpu("small", 9000)).init(gpu("prepare", 30720)).app(gpu("app", 10000)),
            "30720 MiB (init container `prepare` makes the peak)"),
        argumentSet(
            "an init container beside the sidecars before it",
            aPod("p")
                .sidecar(gpu("s1", 2000))
                .init(gpu("i1", 28000))
                .sidecar(gpu("s2", 3000))
                .app(gpu("app", 10000)),
            "30000 MiB (init container `i1` with the sidecars before it makes the peak)"),
        argumentSet(
            "a sidecar without demand is not named",
            aPod("p").sidecar(aContainer("mesh")).init(gpu("i1", 28000)).app(gpu("app", 10000)),
            "28000 MiB (init container `i1` makes the peak)"),
        argumentSet(
            "the sum of the apps",
            aPod("p").init(gpu("i", 20000)).app(gpu("a", 15000)).app(gpu("b", 15000)),
            "30000 MiB (the app containers make the peak)"),
        argumentSet(
            "apps and sidecars",
            aPod("p").sidecar(gpu("s", 5000)).app(gpu("a", 25000)),
            "30000 MiB (the app containers with the sidecars make the peak)"),
        argumentSet(
            "sidecars alone",
            aPod("p").sidecar(gpu("s", 30000)).app(aContainer("a")),
            "30000 MiB (the sidecars make the peak)"),
        argumentSet(
            "as much in the steady state as in an init container",
            aPod("p").init(gpu("i", 30000)).app(gpu("a", 30000)),
            "30000 MiB (the app containers make the peak)"),
        argumentSet(
            "two devices of a container count twice",
            aPod("p").app(aContainer("a").gpus(2).memory(15000)),
            "30000 MiB (the app containers make the peak)"));
  }

  @ParameterizedTest
  @MethodSource("peaks")
  void aRefusalSaysWhoMakesThePeak(Pods pod, String need) {
    assertThat(Reviews.scheduled(pod).quota(aQuota("team-a/gpus").hard(MEMORY, "24576")).summary())
        .isEqualTo(
            "denied 403: quota team-a/gpus: limits.nvidia.com/gpumem needs "
                + need
                + ", used 0, limit 24576");
  }

  @Test
  void countAndCoresAreDimensionsOfTheirOwn() {
    Pods pod = aPod("p").app(aContainer("a").gpus(2));

    assertThat(
            Reviews.scheduled(pod)
                .quota(
                    aQuota("team-a/gpus").hard("limits.nvidia.com/gpu", "3"),
                    new NamespaceAmount(2, 0, 0))
                .summary())
        .isEqualTo(
            "denied 403: quota team-a/gpus: limits.nvidia.com/gpu needs 2 (the app containers make"
                + " the peak), used 2, limit 3");
  }

  /** A whole card takes all cores, and these count. */
  @Test
  void coresThatAdmissionAddsCount() {
    Pods pod = aPod("p").app(aContainer("a").gpus(1));

    assertThat(
            Reviews.of(pod)
                .quota(aQuota("team-a/gpus").hard("limits.nvidia.com/gpucores", "50"))
                .summary())
        .isEqualTo(
            "denied 403: quota team-a/gpus: limits.nvidia.com/gpucores needs 100 percent (the app"
                + " containers make the peak), used 0, limit 50");
  }

  @ParameterizedTest(name = "need 3000, used {0}, limit {1}: deny {2}, wait {3}")
  @CsvSource({
    "0,     3000, true,  true",
    "1,     3000, false, true",
    "9000, 12000, true,  true",
    "9001, 12000, false, true",
    "0,     2999, false, false",
    "0,        0, false, false",
  })
  void denyAsksForRoomNowAndWaitForRoomEver(long used, String limit, boolean deny, boolean waits) {
    Quotas quota = aQuota("team-a/gpus").hard(MEMORY, limit);
    NamespaceAmount charged = new NamespaceAmount(1, used, 0);
    Pods pod = aPod("p").init(gpu("i", 3000)).app(gpu("a", 500));

    assertThat(Reviews.scheduled(pod).quota(quota, charged).summary().equals("allowed"))
        .isEqualTo(deny);
    assertThat(Reviews.scheduled(pod).waiting().quota(quota, charged).summary().equals("allowed"))
        .isEqualTo(waits);
  }

  @Test
  void waitingForAnotherQuotaDoesNotHideOneThatIsTooSmall() {
    assertThat(
            Reviews.scheduled(aPod("p").app(gpu("a", 3000)))
                .waiting()
                .quota(aQuota("team-a/full").hard(MEMORY, "99k"), new NamespaceAmount(9, 99000, 0))
                .quota(aQuota("team-a/small").hard(MEMORY, "2k"), new NamespaceAmount(1, 1500, 0))
                .summary())
        .isEqualTo(
            "denied 403: quota team-a/small: limits.nvidia.com/gpumem needs 3000 MiB (the app"
                + " containers make the peak), used 1500, limit 2000");
  }

  /** Project-HAMi/HAMi#2997, #2312, #1400. */
  @Test
  void allQuotasOfANamespaceHoldAtOnce() {
    Pods pod = aPod("p").init(gpu("i", 3000)).app(gpu("a", 500));
    Quotas small = aQuota("team-a/q1").hard(MEMORY, "1000");
    Quotas large = aQuota("team-a/q2").hard(MEMORY, "5000");
    String refusal =
        "denied 403: quota team-a/q1: limits.nvidia.com/gpumem needs 3000 MiB (init container `i`"
            + " makes the peak), used 0, limit 1000";

    assertThat(Reviews.scheduled(pod).quota(small).quota(large).summary()).isEqualTo(refusal);
    assertThat(Reviews.scheduled(pod).quota(large).quota(small).summary()).isEqualTo(refusal);
    assertThat(Reviews.scheduled(pod).quota(large).summary()).isEqualTo("allowed");
    assertThat(Reviews.scheduled(pod).quota(aQuota("team-a/q1")).summary()).isEqualTo("allowed");
  }

  /** Project-HAMi/HAMi#2468, #1591. */
  @Test
  void memoryThatDependsOnTheCardIsJudgedLater() {
    Pods wholeCard = aPod("p").init(aContainer("i").gpus(1)).app(gpu("app", 1000));
    Pods percent = aPod("p").app(aContainer("a").gpus(1).memoryPercent(99));

    assertThat(Reviews.of(wholeCard).quota(aQuota("team-a/q").hard(MEMORY, "24k")).summary())
        .startsWith("allowed");
    assertThat(Reviews.of(percent).quota(aQuota("team-a/q").hard(MEMORY, "0")).summary())
        .startsWith("allowed");
  }

  /** Project-HAMi/HAMi#893, kubernetes/kubernetes#57302. */
  @ParameterizedTest
  @CsvSource({"requests.nvidia.com/gpumem", "nvidia.com/gpumem", "limits.nvidia.com/gpumemory"})
  void otherKeysOfAQuotaAreNotOurs(String key) {
    assertThat(
            Reviews.scheduled(aPod("p").app(gpu("a", 3000)))
                .quota(aQuota("team-a/q").hard(key, "0"))
                .summary())
        .isEqualTo("allowed");
  }

  /** Project-HAMi/HAMi#1942. */
  @Test
  void initContainersDoNotAddUp() {
    Pods pod = aPod("p").init(gpu("a", 10000)).init(gpu("b", 10000)).init(gpu("c", 10000));

    assertThat(
            Reviews.scheduled(pod.app(aContainer("app")))
                .quota(aQuota("team-a/q").hard(MEMORY, "10k"))
                .summary())
        .isEqualTo("allowed");
  }

  @Test
  void aScopedQuotaCountsOnlyThePodsThatItSelects() {
    Quotas quota =
        aQuota("team-a/q").hard(MEMORY, "0").scopeSelector("PriorityClass", "In", "batch");

    assertThat(
            Reviews.scheduled(aPod("p").app(gpu("a", 1000)).priorityClass("batch"))
                .quota(quota)
                .summary())
        .startsWith("denied 403: quota team-a/q: ");
    assertThat(
            Reviews.scheduled(aPod("p").app(gpu("a", 1000)).priorityClass("urgent"))
                .quota(
                    aQuota("team-a/q")
                        .hard(MEMORY, "0")
                        .scopeSelector("PriorityClass", "In", "batch"))
                .summary())
        .isEqualTo("allowed");
  }

  @Test
  void aQuotaOfOneFamilyLeavesTheOthersAlone() {
    assertThat(
            Reviews.scheduled(aPod("p").app(aContainer("a").limit("acme.example/npu", "1")))
                .families(Families.WITH_ACME)
                .quota(aQuota("team-a/q").hard("limits.nvidia.com/gpu", "0"))
                .summary())
        .isEqualTo("allowed");
  }
}
