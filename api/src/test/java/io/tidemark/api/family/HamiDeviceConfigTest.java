package io.tidemark.api.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.yaml.YamlFormatException;
import java.io.StringReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Protocol, section 10.1. */
class HamiDeviceConfigTest {
  /** As HAMi's chart renders it, shortened to what is read and one key that is not. */
  private static final String CHART =
      """
      nvidia:
        resourceCountName: nvidia.com/gpu
        resourceMemoryName: nvidia.com/gpumem
        resourceMemoryPercentageName: nvidia.com/gpumem-percentage
        resourceCoreName: nvidia.com/gpucores
        resourcePriorityName: nvidia.com/priority
        overwriteEnv: false
        defaultMemory: 0
        defaultCores: 0
        defaultGPUNum: 1
        memoryFactor: 1
        deviceSplitCount: 10
        gpuCorePolicy: default
        runtimeClassName: ""
        migProfileAllowlist:
        - models: [A30]
          profiles: [1g.6gb]
      cambricon:
        resourceCountName: cambricon.com/vmlu
        resourceMemoryName: cambricon.com/mlu.smlu.vmemory
        resourceCoreName: cambricon.com/mlu.smlu.vcore
      hygon:
        resourceCountName: hygon.com/dcunum
        resourceMemoryName: hygon.com/dcumem
        resourceCoreName: hygon.com/dcucores
        memoryFactor: 1
      metax:
        resourceCountName: metax-tech.com/gpu
        resourceVCountName: metax-tech.com/sgpu
        resourceVMemoryName: metax-tech.com/vmemory
        resourceVCoreName: metax-tech.com/vcore
        sgpuTopologyAware: false
      enflame:
        resourceNameGCU: enflame.com/gcu
        resourceNameDRSGCU: enflame.com/drs-gcu
      mthreads:
        resourceCountName: mthreads.com/vgpu
        resourceMemoryName: mthreads.com/sgpu-memory
        resourceCoreName: mthreads.com/sgpu-core
      iluvatars:
      - chipName: MR-V100
        commonWord: MR-V100
        resourceCountName: iluvatar.ai/MR-V100-vgpu
        resourceMemoryName: iluvatar.ai/MR-V100.vMem
        resourceCoreName: iluvatar.ai/MR-V100.vCore
      kunlun:
        resourceCountName: kunlunxin.com/xpu
        resourceVCountName: kunlunxin.com/vxpu
        resourceVMemoryName: kunlunxin.com/vxpu-memory
      awsneuron:
        resourceCountName: aws.amazon.com/neuron
        resourceCoreName: aws.amazon.com/neuroncore
      amd:
        resourceCountName: amd.com/gpu
        resourceMemoryName: amd.com/gpumem
        resourceCoreName: amd.com/gpucores
      vastai:
        resourceCountName: vastaitech.com/va
      biren:
        resourceCountName: birentech.com/gpu
      vnpus:
        hamiVnpuCore: false
        configs:
        - chipName: 910B4
          commonWord: Ascend910B4
          resourceName: huawei.com/Ascend910B4
          resourceMemoryName: huawei.com/Ascend910B4-memory
          resourceCoreName: huawei.com/Ascend910B4-core
          memoryAllocatable: 32768
          memoryCapacity: 32768
          memoryFactor: 1
          aiCore: 20
          runtimeClassName: ""
          overwriteEnv: false
          templates:
          - {name: vir10_3c_16g, memory: 16384, aiCore: 10}
          - {name: vir05_1c_8g, memory: 8192, aiCore: 5}
        - chipName: Ascend910
          commonWord: Ascend910C
          resourceName: huawei.com/Ascend910C
          resourceMemoryName: huawei.com/Ascend910C-memory
          resourceCoreName: huawei.com/Ascend910C-core
          memoryAllocatable: 65536
          memoryCapacity: 65536
          superPod: true
          templates:
          - {name: vir05_1c_16g, memory: 16384}
          - {name: vir10_3c_32g, memory: 32768}
      """;

  private static List<DeviceFamily> read(String text) throws YamlFormatException {
    return HamiDeviceConfig.read("hami.yaml", new StringReader(text));
  }

  private static DeviceFamily family(String text, String word) throws YamlFormatException {
    return read(text).stream()
        .filter(family -> family.word().equals(word))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatTheChartWritesMakesTheBundledFamilies() throws YamlFormatException {
    DeviceFamilies bundled = DeviceFamilies.of(FamilyReader.bundled());

    assertThat(read(CHART))
        .extracting(DeviceFamily::word)
        .containsExactlyInAnyOrder(
            "NVIDIA",
            "AMD",
            "Biren",
            "MLU",
            "DCU",
            "Mthreads",
            "Vastai",
            "GCU",
            "kunlun",
            "XPU",
            "Metax-GPU",
            "Metax-SGPU",
            "MR-V100",
            "Ascend910B4",
            "Ascend910C");
    for (DeviceFamily read : read(CHART)) {
      DeviceFamily same = bundled.require(read.word());
      assertThat(read)
          .usingRecursiveComparison()
          .ignoringFields("admission.corePolicy")
          .isEqualTo(same);
    }
  }

  @Test
  void aConfigMapIsReadToo() throws YamlFormatException {
    String map =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hami-scheduler-device}\n"
            + "data:\n  device-config.yaml: |\n"
            + CHART.indent(4);

    assertThat(read(map)).isEqualTo(read(CHART));
  }

  @Test
  void namesAndDefaultsAreThoseOfTheFile() throws YamlFormatException {
    DeviceFamily nvidia =
        family(
            """
            nvidia:
              resourceCountName: example.com/gpu
              resourceMemoryName: example.com/mem
              resourceMemoryPercentageName: ""
              overwriteEnv: true
              defaultMemory: 5000
              defaultCores: 30
              defaultGPUNum: 2
              memoryFactor: 1024
              gpuCorePolicy: force
              runtimeClassName: nvidia
            """,
            "NVIDIA");

    assertThat(nvidia.resources().count()).isEqualTo("example.com/gpu");
    assertThat(nvidia.resources().memory()).isEqualTo("example.com/mem");
    assertThat(nvidia.resources().memoryPercent()).isNull();
    assertThat(nvidia.memory()).isEqualTo(new DeviceFamily.Memory(1024, 5000));
    assertThat(nvidia.cores().defaultPercent()).isEqualTo(30);
    assertThat(nvidia.admission().defaultCount()).isEqualTo(2);
    assertThat(nvidia.admission().corePolicy()).isEqualTo("force");
    assertThat(nvidia.admission().runtimeClassName()).isEqualTo("nvidia");
    assertThat(nvidia.admission().hideDevices())
        .isEqualTo(new DeviceFamily.EnvVar("NVIDIA_VISIBLE_DEVICES", "none"));
  }

  @Test
  void cardsAreMadeUpFromTheResourceByItsNewName() throws YamlFormatException {
    DeviceFamily mlu =
        family(
            "cambricon: {resourceCountName: c/n, resourceMemoryName: c/m, resourceCoreName: c/c}",
            "MLU");
    DeviceFamily gcu = family("enflame: {resourceNameGCU: e/n}", "GCU");

    assertThat(mlu.inventory())
        .extracting(DeviceFamily.Inventory::capacity)
        .extracting("of")
        .isEqualTo("c/c");
    assertThat(gcu.inventory())
        .extracting(DeviceFamily.Inventory::capacity)
        .extracting("of")
        .isEqualTo("e/n");
  }

  @Test
  void aChipThatIsNotBundledIsMadeLikeTheOthers() throws YamlFormatException {
    DeviceFamily npu =
        family(
            """
            vnpus:
            - commonWord: Ascend910D
              resourceName: huawei.com/Ascend910D
              resourceMemoryName: huawei.com/Ascend910D-memory
              memoryAllocatable: 100000
              memoryCapacity: 131072
              memoryFactor: 1024
              templates: [{name: half, memory: 50000}]
            """,
            "Ascend910D");

    assertThat(npu.inventory().register()).isEqualTo("hami.io/node-register-Ascend910D");
    assertThat(npu.annotations().allocated()).isEqualTo("hami.io/Ascend910D-devices-allocated");
    assertThat(npu.memory().templates()).containsExactly(new DeviceFamily.Template("half", 50_000));
    assertThat(npu.memory().wholeMiB()).isEqualTo(100_000);
    assertThat(npu.memory().factor()).isEqualTo(1024);
    assertThat(npu.grouping().by()).isEqualTo("NetworkID");
    assertThat(npu.switchedOnBy()).isEqualTo("ascend");
  }

  @Test
  void whatTheFileDoesNotNameIsOff() throws YamlFormatException {
    DeviceFamilies chosen =
        FamilyChoice.DEFAULT.of(read("hygon: {resourceCountName: hygon.com/dcunum}"), List.of());

    assertThat(chosen.all()).extracting(DeviceFamily::word).containsExactly("DCU");
    assertThat(new FamilyChoice(Set.of("ascend"), Set.of()).of(read(CHART), List.of()).all())
        .extracting(DeviceFamily::word)
        .contains("Ascend910B4", "NVIDIA")
        .doesNotContain("MR-V100", "Ascend310P");
  }

  private static Stream<Arguments> mistakes() {
    return Stream.of(
        arguments("", "hami.yaml: must be one document, found 0"),
        arguments("a: 1\n---\nb: 1\n", "hami.yaml: must be one document, found 2"),
        arguments("[1]", "hami.yaml:1 (document 1): a device family must be a map"),
        arguments("other: 1", "hami.yaml:1 (document 1): names no device of any vendor"),
        arguments("nvidia: 5", "hami.yaml:1 (document 1): nvidia: must be a map, found 5"),
        arguments(
            "nvidia:\n  resourceCountName: x/gpu\n  memoryFactor: many\n",
            "hami.yaml:3 (document 1): nvidia.memoryFactor: must be a whole number from 0 to"
                + " 1048576, found \"many\""),
        arguments(
            "nvidia:\n  resourceCountName: x/gpu\n  overwriteEnv: maybe\n",
            "hami.yaml:3 (document 1): nvidia.overwriteEnv: must be true or false, found"
                + " \"maybe\""),
        arguments(
            "hygon: {resourceCountName: 5}",
            "hami.yaml:1 (document 1): hygon.resourceCountName: must be a text, found 5"),
        arguments(
            "iluvatars: [{resourceCountName: x}]",
            "hami.yaml:1 (document 1): iluvatars[0].commonWord: is missing"),
        arguments(
            "vnpus:\n  configs:\n  - commonWord: A\n    resourceName: x\n    memoryAllocatable: 5\n",
            "hami.yaml:3 (document 1): vnpus.configs[0]: does not make a device family:"
                + " memory.wholeMiB: must be larger than every"
                + " template, found 5"),
        arguments(
            "kind: ConfigMap\ndata: {x: y}\n",
            "hami.yaml:2 (document 1): data.device-config.yaml: is missing"),
        arguments(
            "kind: ConfigMap\ndata:\n  device-config.yaml: 'nvidia: 5'\n",
            "hami.yaml (data[device-config.yaml]):1 (document 1): nvidia: must be a map, found 5"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aBadValueIsRefusedInOneLine(String text, String line) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(YamlFormatException.class).hasMessage(line);
  }
}
