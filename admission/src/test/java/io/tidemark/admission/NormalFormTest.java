package io.tidemark.admission;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NormalFormTest {
  private static final String LIMITS = "\nadd /spec/containers/0/resources/limits";
  private static final String ENV = "\nadd /spec/containers/0/env";

  static Stream<Arguments> resources() {
    return Stream.of(
        argumentSet("memory and count: nothing to add", gpu("c", 3000), "allowed"),
        argumentSet(
            "memory without count: the default count",
            aContainer("c").memory(3000),
            "allowed" + LIMITS + "/nvidia.com~1gpu \"1\""),
        argumentSet(
            "cores without count: a whole card with these cores",
            aContainer("c").cores(30),
            "allowed" + LIMITS + "/nvidia.com~1gpu \"1\""),
        argumentSet(
            "percentage without count: the default count",
            aContainer("c").memoryPercent(50),
            "allowed" + LIMITS + "/nvidia.com~1gpu \"1\""),
        argumentSet(
            "a whole card by percentage without count: count and all cores",
            aContainer("c").memoryPercent(100),
            "allowed"
                + LIMITS
                + "/nvidia.com~1gpu \"1\""
                + LIMITS
                + "/nvidia.com~1gpucores \"100\""),
        argumentSet(
            "count alone: a whole card, so all its cores",
            aContainer("c").gpus(2),
            "allowed" + LIMITS + "/nvidia.com~1gpucores \"100\""),
        argumentSet(
            "memory 0 is not said, so a whole card",
            gpu("c", 0),
            "allowed" + LIMITS + "/nvidia.com~1gpucores \"100\""),
        argumentSet(
            "memory 0 with a part by percentage is that part",
            gpu("c", 0).memoryPercent(50),
            "allowed"),
        argumentSet(
            "memory wins over 100 percent: no whole card",
            gpu("c", 3000).memoryPercent(100),
            "allowed"),
        argumentSet(
            "a whole card with its own cores", aContainer("c").gpus(1).cores(30), "allowed"),
        argumentSet("a whole card with 0 cores named", aContainer("c").gpus(1).cores(0), "allowed"),
        argumentSet(
            "cores in requests are cores named",
            aContainer("c").gpus(1).request("nvidia.com/gpucores", "30"),
            "allowed" + LIMITS + "/nvidia.com~1gpucores \"30\""),
        argumentSet(
            "requests alone: the API server wants the same in limits",
            aContainer("c").request("nvidia.com/gpu", "1").request("nvidia.com/gpumem", "3k"),
            "allowed"
                + LIMITS
                + " {\"nvidia.com/gpu\":\"1\"}"
                + LIMITS
                + "/nvidia.com~1gpumem \"3k\""),
        argumentSet(
            "requests that limits made are left alone",
            gpu("c", 3000).request("nvidia.com/gpu", "1").request("nvidia.com/gpumem", "3000"),
            "allowed"),
        argumentSet(
            "count 0 asks for nothing, whatever stands beside it",
            aContainer("c").gpus(0).memory(3000),
            "not ours: no container asks for a device"),
        argumentSet(
            "a priority alone asks for nothing",
            aContainer("c").limit("nvidia.com/priority", "1"),
            "not ours: no container asks for a device"),
        argumentSet(
            "a limit of null is no limit",
            gpu("c", 3000)
                .with(
                    "resources",
                    JsonNodeFactory.instance
                        .objectNode()
                        .set(
                            "limits",
                            JsonNodeFactory.instance
                                .objectNode()
                                .put("nvidia.com/gpumem", "3k")
                                .putNull("nvidia.com/gpu"))),
            "allowed\nreplace /spec/containers/0/resources/limits/nvidia.com~1gpu \"1\""));
  }

  @ParameterizedTest
  @MethodSource("resources")
  void limitsSayAllThatIsAskedFor(Containers container, String expected) {
    assertThat(Reviews.scheduled(aPod("p").app(container)).summary()).isEqualTo(expected);
  }

  @Test
  void aFamilyWithoutDefaultCountLeavesMemoryAloneUnasked() {
    DeviceFamilies families = TestFamilies.nvidiaWith("  defaultCount: 0");

    assertThat(
            Reviews.scheduled(aPod("p").app(aContainer("c").memory(3000)))
                .families(families)
                .summary())
        .isEqualTo("not ours: no container asks for a device");
  }

  @Test
  void aWholeCardKeepsItsCoresToShareWhereTheFamilySaysSo() {
    DeviceFamilies families = TestFamilies.nvidiaWith("  wholeCardTakesAllCores: false");

    assertThat(
            Reviews.scheduled(aPod("p").app(aContainer("c").gpus(1))).families(families).summary())
        .isEqualTo("allowed");
  }

  @Test
  void defaultMemoryIsNoWholeCard() {
    DeviceFamilies families =
        DeviceFamilies.of(
            List.of(
                Families.read(
                    """
                    word: ACME
                    resources: {count: acme.example/npu, cores: acme.example/npu-cores}
                    memory: {defaultMiB: 4000}
                    inventory: {register: acme.example/register}
                    annotations: {toAllocate: acme.example/to, allocated: acme.example/done}
                    admission: {wholeCardTakesAllCores: true}
                    """)));

    assertThat(
            Reviews.scheduled(aPod("p").app(aContainer("c").limit("acme.example/npu", "1")))
                .families(families)
                .summary())
        .isEqualTo("allowed");
  }

  @Test
  void everyContainerIsCompletedByItself() {
    Pods pod =
        aPod("p")
            .init(aContainer("plain"))
            .init(aContainer("warm").gpus(1))
            .sidecar(aContainer("side").memory(1000))
            .app(aContainer("app").limit("acme.example/npu-memory", "5"));

    assertThat(Reviews.scheduled(pod).families(Families.WITH_ACME).summary())
        .isEqualTo(
            """
            allowed
            add /spec/containers/0/resources/limits/acme.example~1npu "1"
            add /spec/initContainers/1/resources/limits/nvidia.com~1gpucores "100"
            add /spec/initContainers/2/resources/limits/nvidia.com~1gpu "1\"""");
  }

  /** Project-HAMi/HAMi#2965. */
  @Test
  void anInitContainerWithoutDemandNeverGetsCores() {
    Pods pod = aPod("a").init(aContainer("i")).app(aContainer("app").gpus(1));

    JsonNode admitted = Reviews.of(pod).admitted();

    assertThat(admitted.at("/spec/containers/0/resources/limits/nvidia.com~1gpucores").textValue())
        .isEqualTo("100");
    assertThat(admitted.at("/spec/initContainers/0").has("resources")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2.0, 2", "1500m, 2", "0.1, 1", "3k, 3000"})
  void thePriorityIsHandedToTheContainerRoundedUp(String quantity, String value) {
    Pods pod = aPod("p").app(gpu("c", 3000).limit("nvidia.com/priority", quantity));

    assertThat(Reviews.scheduled(pod).summary())
        .isEqualTo(
            "allowed" + ENV + " [{\"name\":\"CUDA_TASK_PRIORITY\",\"value\":\"" + value + "\"}]");
  }

  @Test
  void aVariableThatTheUserWroteStays() {
    Containers container =
        gpu("c", 3000)
            .limit("nvidia.com/priority", "1")
            .with("env", env("CUDA_TASK_PRIORITY", "7"));

    assertThat(Reviews.scheduled(aPod("p").app(container)).summary()).isEqualTo("allowed");
  }

  @Test
  void variablesGoBehindTheUsersOwn() {
    Containers container =
        gpu("c", 3000).limit("nvidia.com/priority", "1").with("env", env("HOME", "/root"));

    assertThat(Reviews.scheduled(aPod("p").app(container)).summary())
        .isEqualTo("allowed" + ENV + "/- {\"name\":\"CUDA_TASK_PRIORITY\",\"value\":\"1\"}");
  }

  @Test
  void anEnvironmentOfNullIsNone() {
    Containers container =
        gpu("c", 3000).limit("nvidia.com/priority", "1").with("env", NullNode.getInstance());

    assertThat(Reviews.scheduled(aPod("p").app(container)).summary())
        .isEqualTo(
            "allowed\nreplace /spec/containers/0/env"
                + " [{\"name\":\"CUDA_TASK_PRIORITY\",\"value\":\"1\"}]");
  }

  @Test
  void everyRuleOfAFamilyTogether() {
    Pods pod =
        aPod("p")
            .init(aContainer("plain"))
            .app(aContainer("app").gpus(1).limit("nvidia.com/priority", "1"));

    assertThat(Reviews.of(pod).families(TestFamilies.withEveryRule()).summary())
        .isEqualTo(
            """
            allowed
            add /spec/containers/0/resources/limits/nvidia.com~1gpucores "100"
            add /spec/initContainers/0/env [{"name":"NVIDIA_VISIBLE_DEVICES","value":"none"}]
            add /spec/containers/0/env [{"name":"CUDA_TASK_PRIORITY","value":"1"}]
            add /spec/containers/0/env/- {"name":"GPU_CORE_UTILIZATION_POLICY","value":"force"}
            add /spec/runtimeClassName "nvidia"
            add /spec/schedulerName "tidemark-scheduler\"""");
  }

  @Test
  void aRuntimeClassOfThePodStays() {
    ObjectNode pod = aPod("p").app(gpu("c", 3000)).json();
    pod.withObject("/spec").put("runtimeClassName", "kata").put("schedulerName", "hami-scheduler");

    assertThat(
            Reviews.of(pod)
                .families(TestFamilies.nvidiaWith("  runtimeClassName: nvidia"))
                .summary())
        .isEqualTo("allowed");
  }

  @Test
  void theRuntimeClassIsForPodsThatAskForThatFamily() {
    Pods pod = aPod("p").app(aContainer("c").limit("acme.example/npu", "1"));

    assertThat(Reviews.scheduled(pod).families(TestFamilies.withEveryRule()).summary())
        .isEqualTo("allowed" + ENV + " [{\"name\":\"NVIDIA_VISIBLE_DEVICES\",\"value\":\"none\"}]");
  }

  @Test
  void theDefaultCorePolicyNeedsNoVariable() {
    DeviceFamilies families =
        TestFamilies.nvidiaWith(
            "  corePolicyEnv: GPU_CORE_UTILIZATION_POLICY\n  corePolicy: default");

    assertThat(Reviews.scheduled(aPod("p").app(gpu("c", 3000))).families(families).summary())
        .isEqualTo("allowed");
  }

  @Test
  void aContainerCannotShowItselfDevicesThatItDidNotAskFor() {
    DeviceFamilies families =
        TestFamilies.nvidiaWith("  hideDevices: {name: NVIDIA_VISIBLE_DEVICES, value: none}");
    Pods pod =
        aPod("p")
            .app(gpu("app", 3000).with("env", env("NVIDIA_VISIBLE_DEVICES", "GPU-a")))
            .app(aContainer("thief").with("env", env("NVIDIA_VISIBLE_DEVICES", "all")))
            .app(aContainer("good").with("env", env("NVIDIA_VISIBLE_DEVICES", "none")));

    assertThat(Reviews.scheduled(pod).families(families).summary())
        .isEqualTo(
            "allowed\nreplace /spec/containers/1/env/0"
                + " {\"name\":\"NVIDIA_VISIBLE_DEVICES\",\"value\":\"none\"}");
  }

  @Test
  void unknownFieldsAndSpellingsSurvive() {
    ObjectNode pod = aPod("p").app(gpu("c", 3000).with("newField", env("a", "b"))).json();
    pod.put("fieldOfTheFuture", 1).withObject("/metadata").putNull("creationTimestamp");
    ObjectNode expected = pod.deepCopy();
    expected.withObject("/spec").put("schedulerName", "tidemark-scheduler");

    assertThat(Reviews.of(pod).admitted()).isEqualTo(expected);
  }

  private static JsonNode env(String name, String value) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(JsonNodeFactory.instance.objectNode().put("name", name).put("value", value));
  }
}
