package io.tidemark.api.family;

import static io.tidemark.api.fixture.Containers.aContainer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.MemoryDemand;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Protocol, section 2.2. */
class DemandRulesTest {
  private static final DeviceFamily NVIDIA = Families.BUNDLED.require("NVIDIA");
  private static final MemoryDemand WHOLE = MemoryDemand.WHOLE_CARD;

  private static MemoryDemand mib(long mib) {
    return new MemoryDemand.Mib(mib);
  }

  private static MemoryDemand percent(int percent) {
    return new MemoryDemand.Percent(percent);
  }

  private static ResourceAsk ask(Containers container, DeviceFamily family) {
    return ResourceAsk.read(
        Pods.aPod("p").app(container).json().path("spec").path("containers").get(0), family);
  }

  private static Containers limits(
      @Nullable String count,
      @Nullable String memory,
      @Nullable String percent,
      @Nullable String cores) {
    Containers container = aContainer("c");
    String[] names = {"gpu", "gpumem", "gpumem-percentage", "gpucores"};
    @Nullable String[] values = {count, memory, percent, cores};
    for (int i = 0; i < names.length; i++) {
      if (values[i] != null) {
        container.limit("nvidia.com/" + names[i], values[i]);
      }
    }
    return container;
  }

  private static Optional<Demand> demand(Containers container, DeviceFamily family)
      throws DemandRules.UnreadableDemandException {
    return DemandRules.demand(ask(container, family), family);
  }

  static Stream<Arguments> demands() {
    return Stream.of(
        arguments("memory and cores", "1", "3000", null, "30", 1, mib(3000), 30),
        arguments("count alone is a whole card", "2", null, null, null, 2, WHOLE, 0),
        arguments("as the API server writes 3000", "1", "3k", null, null, 1, mib(3000), 0),
        arguments("5k", "1", "5k", null, null, 1, mib(5000), 0),
        arguments("20k", "1", "20k", null, null, 1, mib(20000), 0),
        arguments("1e3", "1", "1e3", null, null, 1, mib(1000), 0),
        arguments("3000.0", "1", "3000.0", null, null, 1, mib(3000), 0),
        arguments("1500m times two is whole", "1", "3000000m", null, null, 1, mib(3000), 0),
        arguments("the largest", "1", "2147483647", null, null, 1, mib(2147483647), 0),
        arguments("memory 0 is unset", "1", "0", null, null, 1, WHOLE, 0),
        arguments("memory 0 leaves it to the percentage", "1", "0", "40", null, 1, percent(40), 0),
        arguments("a percentage", "1", null, "40", null, 1, percent(40), 0),
        arguments("absolute memory wins", "1", "3000", "40", null, 1, mib(3000), 0),
        arguments("percent above 100 is a whole card", "1", null, "150", null, 1, WHOLE, 0),
        arguments("percent far above 100", "1", null, "1e20", null, 1, WHOLE, 0),
        arguments("percent 0 is unset", "1", null, "0", null, 1, WHOLE, 0),
        arguments("negative percent is unset", "1", null, "-5", null, 1, WHOLE, 0),
        arguments("cores above 100 are 100", "1", "1", null, "200", 1, mib(1), 100),
        arguments("cores 0", "1", "1", null, "0", 1, mib(1), 0),
        arguments("the most devices", "65535", "1", null, null, 65535, mib(1), 0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("demands")
  void readsALimit(
      String rule,
      String count,
      String memory,
      String percent,
      String cores,
      int devices,
      MemoryDemand demanded,
      int percentOfCores)
      throws Exception {
    assertThat(demand(limits(count, memory, percent, cores), NVIDIA))
        .contains(new Demand("NVIDIA", devices, demanded, percentOfCores));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0", "0k"})
  void countZeroAsksForNothingWhateverElseIsThere(String count) throws Exception {
    assertThat(demand(limits(count, "16Gi", null, "x"), NVIDIA)).isEmpty();
  }

  @Test
  void withoutACountNothingIsAsked() throws Exception {
    assertThat(demand(limits(null, "3000", null, "30"), NVIDIA)).isEmpty();
    assertThat(demand(aContainer("c"), NVIDIA)).isEmpty();
    assertThat(ask(limits(null, "3000", null, null), NVIDIA).isPresent()).isTrue();
    assertThat(ask(aContainer("c").limit("cpu", "1"), NVIDIA).isPresent()).isFalse();
  }

  @Test
  void limitsComeBeforeRequestsForEachNameByItself() throws Exception {
    Containers container =
        aContainer("c")
            .limit("nvidia.com/gpu", "1")
            .request("nvidia.com/gpu", "4")
            .request("nvidia.com/gpumem", "3000");

    assertThat(demand(container, NVIDIA)).contains(new Demand("NVIDIA", 1, mib(3000), 0));
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "gpu, 4294967297, 4294967297 is not a whole number from 0 to 65535",
    "gpu, 65536, 65536 is not a whole number from 0 to 65535",
    "gpu, -1, -1 is not a whole number from 0 to 65535",
    "gpu, 1.5, 1.5 is not a whole number from 0 to 65535",
    "gpu, 500m, 0.500 is not a whole number from 0 to 65535",
    "gpumem, 16Gi, 17179869184 is not a whole number from 0 to 2147483647",
    "gpumem, 2147483648, 2147483648 is not a whole number from 0 to 2147483647",
    "gpumem, -1, -1 is not a whole number from 0 to 2147483647",
    "gpumem, 1.5, 1.5 is not a whole number from 0 to 2147483647",
    "gpumem, 1e30, 1000000000000000000000000000000 is not a whole number from 0 to 2147483647",
    "gpumem-percentage, 12.5, 12.5 is not a whole number from 0 to 100",
    "gpucores, -1, -1 is not a whole number from 0 to 2147483647",
    "gpucores, 10.5, 10.5 is not a whole number from 0 to 2147483647"
  })
  void refusesWhatNoSchedulerCouldHonour(String name, String value, String message) {
    Containers container = name.equals("gpu") ? aContainer("c") : aContainer("c").gpus(1);

    assertThatThrownBy(() -> demand(container.limit("nvidia.com/" + name, value), NVIDIA))
        .isInstanceOf(DemandRules.UnreadableDemandException.class)
        .hasMessage(message)
        .extracting(e -> ((DemandRules.UnreadableDemandException) e).resource())
        .isEqualTo("nvidia.com/" + name);
  }

  @Test
  void ofAnImpossibleDemandTheCountIsCertain() {
    assertThat(DemandRules.certain(ask(limits("2", "16Gi", null, null), NVIDIA), NVIDIA))
        .contains(new Demand("NVIDIA", 2, WHOLE, 0));
    assertThat(DemandRules.certain(ask(limits("-2", "16Gi", null, null), NVIDIA), NVIDIA))
        .isEmpty();
    assertThat(DemandRules.certain(ask(limits("0", "16Gi", null, null), NVIDIA), NVIDIA)).isEmpty();
  }

  private static DeviceFamily scaled(long factor, long defaultMiB, int defaultPercent) {
    return Families.read(
        """
        word: SCALED
        resources: {count: s.example/card, memory: s.example/mem, cores: s.example/cores}
        memory: {factor: %d, defaultMiB: %d}
        cores: {defaultPercent: %d}
        inventory: {register: s.example/register}
        annotations: {toAllocate: s.example/to, allocated: s.example/allocated}
        """
            .formatted(factor, defaultMiB, defaultPercent));
  }

  @Test
  void memoryIsInUnitsOfTheFamilysFactor() throws Exception {
    Containers container = aContainer("c").limit("s.example/card", "1");

    assertThat(demand(container.limit("s.example/mem", "8"), scaled(256, 0, 0)))
        .contains(new Demand("SCALED", 1, mib(2048), 0));
  }

  @Test
  void theProductWithTheFactorMustStayInRange() throws Exception {
    Containers most =
        aContainer("c").limit("s.example/card", "1").limit("s.example/mem", "8388607");
    Containers more =
        aContainer("c").limit("s.example/card", "1").limit("s.example/mem", "8388608");

    assertThat(demand(most, scaled(256, 0, 0)))
        .contains(new Demand("SCALED", 1, mib(2147483392L), 0));
    assertThatThrownBy(() -> demand(more, scaled(256, 0, 0)))
        .hasMessage("8388608 is not a whole number from 0 to 8388607");
  }

  @Test
  void defaultsFillWhatIsNotNamedAndAreNotScaled() throws Exception {
    DeviceFamily family = scaled(256, 5000, 20);

    assertThat(demand(aContainer("c").limit("s.example/card", "1"), family))
        .contains(new Demand("SCALED", 1, mib(5000), 20));
    assertThat(
            demand(
                aContainer("c").limit("s.example/card", "1").limit("s.example/cores", "0"), family))
        .contains(new Demand("SCALED", 1, mib(5000), 0));
  }

  @Test
  void aPercentageIsOfEachCardsOwnMemoryRoundedDown() {
    assertThat(percent(50).onDevice(24001)).isEqualTo(12000);
    assertThat(percent(100).onDevice(22000)).isEqualTo(22000);
    assertThat(percent(1).onDevice(99)).isZero();
    assertThat(percent(100).onDevice(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
  }
}
