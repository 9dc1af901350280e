package io.tidemark.api.family;

import static io.tidemark.api.fixture.Containers.aContainer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.family.DemandRules.UnreadableDemandException;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.MemoryDemand;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a container asks of each family, as the resource means it (families.md, section 1). */
class FamilyDemandsTest {
  private static final MemoryDemand WHOLE = MemoryDemand.WHOLE_CARD;

  private static Map<String, String> limits(String... pairs) {
    Map<String, String> limits = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      limits.put(pairs[i], pairs[i + 1]);
    }
    return limits;
  }

  private static MemoryDemand mib(long mib) {
    return new MemoryDemand.Mib(mib);
  }

  private static Stream<Arguments> demands() {
    String a = "huawei.com/Ascend910B4";
    return Stream.of(
        arguments("DCU", limits("hygon.com/dcunum", "2"), 2, WHOLE, 100),
        arguments(
            "DCU",
            limits("hygon.com/dcunum", "1", "hygon.com/dcumem", "2000", "hygon.com/dcucores", "30"),
            1,
            mib(2000),
            30),
        arguments("AMD", limits("amd.com/gpu", "1"), 1, WHOLE, 100),
        arguments(
            "AMD",
            limits("amd.com/gpu", "1", "amd.com/gpumem", "0", "amd.com/gpucores", "1"),
            1,
            WHOLE,
            1),
        arguments("Biren", limits("birentech.com/gpu", "2"), 2, mib(0), 0),
        arguments("Vastai", limits("vastaitech.com/va", "3"), 3, mib(0), 0),
        arguments("GCU", limits("enflame.com/gcu", "2"), 2, WHOLE, 100),
        arguments(
            "MLU",
            limits("cambricon.com/vmlu", "1", "cambricon.com/mlu.smlu.vmemory", "3"),
            1,
            mib(768),
            100),
        arguments(
            "BI-V150",
            limits("iluvatar.ai/BI-V150-vgpu", "1", "iluvatar.ai/BI-V150.vMem", "2"),
            1,
            mib(512),
            0),
        arguments(
            "BI-V150",
            limits("iluvatar.ai/BI-V150-vgpu", "2", "iluvatar.ai/BI-V150.vCore", "200"),
            2,
            WHOLE,
            100),
        arguments("kunlun", limits("kunlunxin.com/xpu", "8"), 8, WHOLE, 100),
        arguments("XPU", limits("kunlunxin.com/vxpu", "1"), 1, mib(98304), 100),
        arguments(
            "XPU",
            limits("kunlunxin.com/vxpu", "2", "kunlunxin.com/vxpu-memory", "1"),
            2,
            mib(24576),
            25),
        arguments(
            "XPU",
            limits("kunlunxin.com/vxpu", "1", "kunlunxin.com/vxpu-memory", "24577"),
            1,
            mib(49152),
            50),
        arguments(
            "XPU",
            limits("kunlunxin.com/vxpu", "1", "kunlunxin.com/vxpu-memory", "49153"),
            1,
            mib(98304),
            100),
        arguments("Metax-GPU", limits("metax-tech.com/gpu", "1"), 1, WHOLE, 100),
        // 1000 GiB, which the API server shows as 1k.
        arguments(
            "Metax-SGPU",
            limits("metax-tech.com/sgpu", "1", "metax-tech.com/vmemory", "1k"),
            1,
            mib(1_024_000),
            100),
        arguments(
            "Metax-SGPU",
            limits("metax-tech.com/sgpu", "1", "metax-tech.com/vmemory", "16"),
            1,
            mib(16384),
            100),
        arguments(
            "Metax-SGPU",
            limits("metax-tech.com/sgpu", "1", "metax-tech.com/vmemory", "16Gi"),
            1,
            mib(16384),
            100),
        arguments(
            "Metax-SGPU",
            limits("metax-tech.com/sgpu", "1", "metax-tech.com/vmemory", "1Mi"),
            1,
            mib(1),
            100),
        arguments("Mthreads", limits("mthreads.com/vgpu", "1"), 1, mib(49152), 16),
        arguments(
            "Mthreads",
            limits("mthreads.com/vgpu", "1", "mthreads.com/sgpu-core", "4"),
            1,
            mib(49152),
            16),
        arguments(
            "Mthreads",
            limits(
                "mthreads.com/vgpu",
                "1",
                "mthreads.com/sgpu-memory",
                "4",
                "mthreads.com/sgpu-core",
                "4"),
            1,
            mib(2048),
            4),
        arguments(
            "Mthreads",
            limits("mthreads.com/vgpu", "2", "mthreads.com/sgpu-memory", "4"),
            2,
            mib(49152),
            16),
        arguments("Ascend910B4", limits(a, "1"), 1, mib(32768), 0),
        arguments("Ascend910B4", limits(a, "1", a + "-memory", "1"), 1, mib(8192), 0),
        arguments("Ascend910B4", limits(a, "1", a + "-memory", "8192"), 1, mib(8192), 0),
        arguments("Ascend910B4", limits(a, "1", a + "-memory", "8193"), 1, mib(16384), 0),
        arguments("Ascend910B4", limits(a, "1", a + "-memory", "16385"), 1, mib(32768), 0),
        arguments("Ascend910B4", limits(a, "2", a + "-memory", "32768"), 2, mib(32768), 0),
        arguments(
            "Ascend310P",
            limits("huawei.com/Ascend310P", "1", "huawei.com/Ascend310P-memory", "24576"),
            1,
            mib(21527),
            0),
        arguments("Ascend910C", limits("huawei.com/Ascend910C", "1"), 2, mib(65536), 0),
        arguments("Ascend910C", limits("huawei.com/Ascend910C", "4"), 4, mib(65536), 0));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("demands")
  void aRequestMeans(
      String word, Map<String, String> limits, int count, MemoryDemand memory, int cores)
      throws UnreadableDemandException {
    assertThat(DemandRules.demand(ask(limits, word), Families.ALL.require(word)))
        .contains(new Demand(word, count, memory, cores, word.equals("AMD")));
  }

  private static Stream<Arguments> refused() {
    String a = "huawei.com/Ascend910B4";
    return Stream.of(
        arguments(
            "AMD",
            limits("amd.com/gpu", "1", "amd.com/gpucores", "0"),
            "amd.com/gpucores",
            "0 is not a whole number from 1 to 100"),
        arguments(
            "AMD",
            limits("amd.com/gpu", "1", "amd.com/gpucores", "101"),
            "amd.com/gpucores",
            "101 is not a whole number from 1 to 100"),
        arguments(
            "kunlun",
            limits("kunlunxin.com/xpu", "3"),
            "kunlunxin.com/xpu",
            "3 is none of 1, 2, 4, 8"),
        arguments(
            "XPU",
            limits("kunlunxin.com/vxpu", "1", "kunlunxin.com/vxpu-memory", "98305"),
            "kunlunxin.com/vxpu-memory",
            "98305 MiB is more than a card has, 98304"),
        arguments(
            "Mthreads",
            limits("mthreads.com/vgpu", "1", "mthreads.com/sgpu-memory", "3"),
            "mthreads.com/sgpu-memory",
            "3 is none of 2, 4, 8, 16, 32, 64, 96"),
        arguments(
            "Ascend910B4",
            limits(a, "1", a + "-memory", "32769"),
            a + "-memory",
            "32769 MiB is more than a card has, 32768"),
        arguments(
            "Ascend910B4",
            limits(a, "2", a + "-memory", "8192"),
            a + "-memory",
            "a container with several devices can only have whole ones"),
        arguments(
            "Ascend910B4", limits(a, "1", a + "-core", "50"), a + "-core", "is not supported"),
        arguments(
            "Ascend910C",
            limits("huawei.com/Ascend910C", "3"),
            "huawei.com/Ascend910C",
            "3 is no multiple of 2"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("refused")
  void whatNoNodeCouldHonourIsRefused(
      String word, Map<String, String> limits, String resource, String message) {
    assertThatThrownBy(() -> DemandRules.demand(ask(limits, word), Families.ALL.require(word)))
        .isInstanceOf(UnreadableDemandException.class)
        .hasMessage(message)
        .extracting(e -> ((UnreadableDemandException) e).resource())
        .isEqualTo(resource);
  }

  @Test
  void aFamilyMayReadLimitsAlone() throws UnreadableDemandException {
    Containers container =
        aContainer("c").request("amd.com/gpu", "1").request("hygon.com/dcunum", "1");

    assertThat(DemandRules.demand(read(container, "AMD"), Families.ALL.require("AMD"))).isEmpty();
    assertThat(DemandRules.demand(read(container, "DCU"), Families.ALL.require("DCU"))).isPresent();
  }

  @Test
  void unitsAreScaledBeforeTheyAreRounded() throws UnreadableDemandException {
    DeviceFamily gib =
        Families.read(
            """
            word: GIB
            resources: {count: g/n, memory: g/m}
            memory: {factor: 1024, templates: [{name: quarter, MiB: 16384}], wholeMiB: 65536}
            inventory: {register: g/r}
            annotations: {toAllocate: g/t, allocated: g/a}
            """);
    Containers container = aContainer("c").limit("g/n", "1").limit("g/m", "10");

    assertThat(DemandRules.demand(read(container, gib), gib))
        .contains(new Demand("GIB", 1, mib(16384), 0));
  }

  @Test
  void aPercentageOfACardIsAtLeastOneCore() {
    Demand third = new Demand("AMD", 1, WHOLE, 33, true);

    assertThat(third.coresOn(304)).isEqualTo(100);
    assertThat(third.coresOn(2)).isEqualTo(1);
    assertThat(new Demand("AMD", 1, WHOLE, 100, true).coresOn(304)).isEqualTo(304);
  }

  private static ResourceAsk ask(Map<String, String> limits, String word) {
    Containers container = aContainer("c");
    limits.forEach(container::limit);
    return read(container, word);
  }

  private static ResourceAsk read(Containers container, String word) {
    return read(container, Families.ALL.require(word));
  }

  private static ResourceAsk read(Containers container, DeviceFamily family) {
    return ResourceAsk.read(
        Pods.aPod("p").app(container).json().path("spec").path("containers").get(0), family);
  }
}
