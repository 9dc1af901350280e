package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.Problem;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.model.QuotaRecord;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaReaderTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Reading<QuotaRecord> read(Quotas quota) {
    return new QuotaReader(Families.BUNDLED).read(quota.json());
  }

  @Test
  void readsTheThreeDimensionsOfAFamily() {
    QuotaRecord quota =
        aQuota("team-a/q")
            .version(9)
            .hard("limits.nvidia.com/gpumem", "24k")
            .hard("limits.nvidia.com/gpu", "4")
            .hard("limits.nvidia.com/gpucores", "0")
            .read();

    assertThat(quota.namespace()).isEqualTo("team-a");
    assertThat(quota.name()).isEqualTo("q");
    assertThat(quota.resourceVersion()).isEqualTo(9);
    assertThat(quota.limits())
        .containsExactly(
            new QuotaLimit("NVIDIA", QuotaDimension.COUNT, 4),
            new QuotaLimit("NVIDIA", QuotaDimension.MEMORY, 24000),
            new QuotaLimit("NVIDIA", QuotaDimension.CORES, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests.nvidia.com/gpumem",
        "nvidia.com/gpumem",
        "limits.nvidia.com/gpumemory",
        "limits.nvidia.com/gpumem-percentage",
        "requests.nvidia.com/gpu",
        "limits.memory",
        "pods"
      })
  void otherKeysAreTheBusinessOfTheApiServer(String key) {
    Reading<QuotaRecord> reading = read(aQuota("q").hard(key, "1"));

    assertThat(reading.value().limits()).isEmpty();
    assertThat(reading.malformed()).isEmpty();
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({"1500m,1", "0.5,0", "16Gi,17179869184", "1e30,9223372036854775807"})
  void aLimitIsTheWholeAmountBelow(String quantity, long limit) {
    assertThat(read(aQuota("q").hard("limits.nvidia.com/gpumem", quantity)).value().limits())
        .containsExactly(new QuotaLimit("NVIDIA", QuotaDimension.MEMORY, limit));
  }

  @Test
  void aMemoryLimitIsInUnitsOfTheFamilysFactorAndStaysInRange() {
    DeviceFamily scaled =
        Families.read(
            """
            word: SCALED
            resources: {count: s.example/card, memory: s.example/mem, cores: s.example/cores}
            memory: {factor: 256}
            inventory: {register: s.example/register}
            annotations: {toAllocate: s.example/to, allocated: s.example/allocated}
            """);
    DeviceFamilies families = DeviceFamilies.of(List.of(scaled));

    assertThat(
            aQuota("q")
                .hard("limits.s.example/mem", "10")
                .hard("limits.s.example/cores", "10")
                .read(families)
                .limits())
        .containsExactly(
            new QuotaLimit("SCALED", QuotaDimension.MEMORY, 2560),
            new QuotaLimit("SCALED", QuotaDimension.CORES, 10));
    assertThat(aQuota("q").hard("limits.s.example/mem", "9E").read(families).limits())
        .containsExactly(new QuotaLimit("SCALED", QuotaDimension.MEMORY, Long.MAX_VALUE));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | must not be negative, found -1",
        "lots | must be a quantity like 3000, 3k or 16Gi, found \"lots\""
      })
  void aLimitThatIsNoneIsReported(String quantity, String message) {
    Reading<QuotaRecord> reading =
        read(aQuota("team-a/q").hard("limits.nvidia.com/gpumem", quantity));

    assertThat(reading.malformed())
        .containsExactly(
            new Problem("ResourceQuota team-a/q", "spec.hard[limits.nvidia.com/gpumem]", message));
    assertThat(reading.value().limits()).isEmpty();
  }

  private static Pods pod() {
    return aPod("p").app(gpu("c", 1000));
  }

  private static Quotas quota() {
    return aQuota("q").hard("limits.nvidia.com/gpu", "1");
  }

  static Stream<Arguments> scopes() {
    Pods urgent = pod().priorityClass("urgent");
    Pods busy = aPod("p").init(aContainer("i").request("cpu", "100m")).app(gpu("c", 1000));
    Pods zero = aPod("p").app(gpu("c", 1000).request("cpu", "0"));
    return Stream.of(
        arguments("no scope", quota(), pod(), true),
        arguments("BestEffort", quota().scope("BestEffort"), pod(), true),
        arguments("BestEffort, cpu 0", quota().scope("BestEffort"), zero, true),
        arguments("BestEffort, cpu of an init container", quota().scope("BestEffort"), busy, false),
        arguments("NotBestEffort", quota().scope("NotBestEffort"), pod(), false),
        arguments("NotBestEffort, cpu", quota().scope("NotBestEffort"), busy, true),
        arguments("Terminating", quota().scope("Terminating"), pod(), false),
        arguments("NotTerminating", quota().scope("NotTerminating"), pod(), true),
        arguments("CrossNamespace", quota().scope("CrossNamespacePodAffinity"), pod(), false),
        arguments("PriorityClass exists", quota().scope("PriorityClass"), urgent, true),
        arguments("PriorityClass exists, none", quota().scope("PriorityClass"), pod(), false),
        arguments("in", quota().scopeSelector("PriorityClass", "In", "a", "urgent"), urgent, true),
        arguments("in others", quota().scopeSelector("PriorityClass", "In", "a"), urgent, false),
        arguments("in, none", quota().scopeSelector("PriorityClass", "In", "a"), pod(), false),
        arguments("not in", quota().scopeSelector("PriorityClass", "NotIn", "a"), urgent, true),
        arguments(
            "not in it", quota().scopeSelector("PriorityClass", "NotIn", "urgent"), urgent, false),
        arguments(
            "not in, none", quota().scopeSelector("PriorityClass", "NotIn", "a"), pod(), true),
        arguments(
            "does not exist", quota().scopeSelector("PriorityClass", "DoesNotExist"), pod(), true),
        arguments(
            "both must select",
            quota().scope("Terminating").scopeSelector("PriorityClass", "Exists"),
            urgent,
            false));
  }

  @ParameterizedTest(name = "{0}: {3}")
  @MethodSource("scopes")
  void aScopedQuotaSelectsPodsAsTheApiServerDoes(
      String rule, Quotas quota, Pods pod, boolean selects) {
    assertThat(quota.read().selects(pod.read().quotaTraits())).isEqualTo(selects);
  }

  static Stream<Arguments> traits() {
    return Stream.of(
        arguments("{\"activeDeadlineSeconds\":60}", "Terminating"),
        arguments("{\"resources\":{\"requests\":{\"memory\":\"1Gi\"}}}", "NotBestEffort"),
        arguments(
            "{\"affinity\":{\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":"
                + "[{\"namespaces\":[\"b\"]}]}}}",
            "CrossNamespacePodAffinity"),
        arguments(
            "{\"affinity\":{\"podAntiAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\""
                + ":[{\"podAffinityTerm\":{\"namespaceSelector\":{}}}]}}}",
            "CrossNamespacePodAffinity"));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @MethodSource("traits")
  void aPodShowsItsTraitsInItsSpec(String spec, String scope) throws Exception {
    ObjectNode pod = pod().json();
    ((ObjectNode) pod.get("spec")).setAll((ObjectNode) JSON.readTree(spec));

    assertThat(
            quota()
                .scope(scope)
                .read()
                .selects(new PodReader(Families.BUNDLED).read(pod).value().quotaTraits()))
        .isTrue();
  }

  @Test
  void aQuotaWithAScopeThatNobodyKnowsCountsNoPodAndSaysSo() {
    Reading<QuotaRecord> reading =
        read(aQuota("q").scope("Odd").hard("limits.nvidia.com/gpu", "1"));

    assertThat(reading.value().limits()).isEmpty();
    assertThat(reading.malformed())
        .containsExactly(
            new Problem(
                "ResourceQuota default/q", "spec.scopes[0]", "is no scope for pods: \"Odd\""));
  }

  @Test
  void aQuotaForVolumeClaimsCountsNoPod() {
    Reading<QuotaRecord> reading =
        read(
            aQuota("q")
                .scopeSelector("VolumeAttributesClass", "In", "gold")
                .hard("limits.nvidia.com/gpu", "1"));

    assertThat(reading.value().limits()).isEmpty();
    assertThat(reading.malformed()).isEmpty();
  }

  @Test
  void anOperatorThatNobodyKnowsIsReported() {
    assertThat(read(quota().scopeSelector("PriorityClass", "Like", "a")).malformed())
        .containsExactly(
            new Problem(
                "ResourceQuota default/q",
                "spec.scopeSelector.matchExpressions[0].scopeName",
                "has the unknown operator \"Like\""));
  }
}
