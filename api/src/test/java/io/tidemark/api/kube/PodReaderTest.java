package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.MemoryDemand;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.PolicyWish;
import io.tidemark.api.model.Problem;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodReaderTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PodReader READER = new PodReader(Families.BUNDLED);
  private static final String ALLOCATED = "metadata.annotations[hami.io/vgpu-devices-allocated]";

  @Test
  void readsWhatAccountingNeedsAndIgnoresUnknownFields() {
    ObjectNode pod =
        aPod("team-a/train")
            .version(42)
            .init(gpu("prepare", 20480))
            .sidecar(aContainer("proxy"))
            .app(gpu("train", 10240, 30))
            .boundTo("n1", "GPU-0,NVIDIA,20480,0:;;GPU-0,NVIDIA,10240,30:;")
            .priority(7)
            .created("2030-01-01T00:00:00Z")
            .json();
    ((ObjectNode) pod.get("spec")).putObject("fieldOfANewerCluster");

    Reading<PodRecord> reading = READER.read(pod);

    PodRecord read = reading.value();
    assertThat(reading.malformed()).isEmpty();
    assertThat(read.uid()).isEqualTo("uid-team-a-train");
    assertThat(read.key()).isEqualTo(new PodKey("team-a", "train"));
    assertThat(read.resourceVersion()).isEqualTo(42);
    assertThat(read.nodeName()).isEqualTo("n1");
    assertThat(read.priority()).isEqualTo(7);
    assertThat(read.created()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
    assertThat(read.deleting()).isFalse();
    assertThat(read.initRange()).isEqualTo(2);
    assertThat(read.asks()).isTrue();
    assertThat(read.families()).containsExactly("NVIDIA");
    assertThat(read.containers())
        .extracting(container -> container.name() + " " + container.kind())
        .containsExactly("prepare INIT", "proxy SIDECAR", "train APP");
    assertThat(read.containers().get(2).demands())
        .containsOnlyKeys("NVIDIA")
        .containsValue(new Demand("NVIDIA", 1, new MemoryDemand.Mib(10240), 30));
    AllocationReading.Readable readable = (AllocationReading.Readable) read.allocation();
    assertThat(readable.missing()).isEmpty();
    assertThat(readable.allocation().slotsByFamily().get("NVIDIA"))
        .containsExactly(
            List.of(new DeviceShare("GPU-0", 20480, 0)),
            List.of(),
            List.of(new DeviceShare("GPU-0", 10240, 30)));
  }

  @Test
  void shouldLetAnotherUidStandInForThatOfAPodWhichIsNotStoredYet() {
    ObjectNode pod = JSON.createObjectNode();
    pod.putObject("metadata").put("name", "p");

    for (JsonNode missing : List.of(pod, withUid(pod, null), withUid(pod, ""))) {
      Reading<PodRecord> reading = READER.readUnstored(missing);

      assertThat(reading.malformed()).isEmpty();
      assertThat(reading.value().uid()).isEqualTo("not-stored-yet");
    }
    assertThat(READER.readUnstored(withUid(pod, "u")).value().uid()).isEqualTo("u");
  }

  private static JsonNode withUid(ObjectNode pod, @Nullable String uid) {
    ObjectNode copy = pod.deepCopy();
    copy.withObject("/metadata").put("uid", uid);
    return copy;
  }

  @Test
  void whatIsAbsentHasItsDefault() throws Exception {
    Reading<PodRecord> reading =
        READER.read(JSON.readTree("{\"metadata\":{\"name\":\"p\",\"uid\":\"u\"}}"));

    assertThat(reading.malformed()).isEmpty();
    PodRecord pod = reading.value();
    assertThat(pod.key()).isEqualTo(new PodKey("default", "p"));
    assertThat(pod.resourceVersion()).isEqualTo(PodRecord.UNKNOWN_VERSION);
    assertThat(pod.containers()).isEmpty();
    assertThat(pod.nodeName()).isNull();
    assertThat(pod.allocation()).isEqualTo(AllocationReading.NOTHING);
    assertThat(pod.policies()).isSameAs(PolicyWish.NONE);
    assertThat(pod.selection("NVIDIA")).isSameAs(DeviceSelection.NONE);
    assertThat(pod.created()).isEqualTo(Instant.EPOCH);
    assertThat(pod.asks()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "-5", "1.5", "99999999999999999999"})
  void aVersionThatIsNoNumberIsUnknown(String version) {
    ObjectNode pod = aPod("p").json();
    ((ObjectNode) pod.get("metadata")).put("resourceVersion", version);

    assertThat(READER.read(pod).value().resourceVersion()).isEqualTo(PodRecord.UNKNOWN_VERSION);
  }

  static Stream<Arguments> unidentified() {
    return Stream.of(
        arguments("uid", null, "Pod team-a/p: metadata.uid: must be a text, is missing"),
        arguments("uid", 5, "Pod team-a/p: metadata.uid: must be a text, found 5"),
        arguments("uid", "", "Pod team-a/p: metadata.uid: must be a text, found \"\""),
        arguments("name", null, "Pod team-a/: metadata.name: must be a text, is missing"));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("unidentified")
  void withoutIdentityNothingIsReadAndTheMessageSaysOfWhat(
      String field, Object value, String message) {
    ObjectNode pod = aPod("team-a/p").json();
    ((ObjectNode) pod.get("metadata")).set(field, JSON.valueToTree(value));

    assertThatThrownBy(() -> READER.read(pod))
        .isInstanceOf(UnreadableObjectException.class)
        .hasMessage(message);
  }

  private static Arguments malformed(String pointer, String value, String field, String message) {
    return arguments(pointer, value, field, message);
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        malformed(
            "/metadata/annotations", "5", "metadata.annotations", "must be an object, found 5"),
        malformed(
            "/metadata/annotations",
            "{\"a/b\":{}}",
            "metadata.annotations[a/b]",
            "must be a text, found {}"),
        malformed(
            "/metadata/creationTimestamp",
            "\"yesterday\"",
            "metadata.creationTimestamp",
            "must be a time like 2030-01-31T12:00:05Z, found \"yesterday\""),
        malformed(
            "/metadata/resourceVersion",
            "5",
            "metadata.resourceVersion",
            "must be a text, found 5"),
        malformed("/spec", "[]", "spec", "must be an object, found []"),
        malformed("/spec/nodeName", "1", "spec.nodeName", "must be a text, found 1"),
        malformed(
            "/spec/priority",
            "2147483648",
            "spec.priority",
            "must be a whole number from -2147483648 to 2147483647, found 2147483648"),
        malformed("/spec/containers", "{}", "spec.containers", "must be a list, found {}"),
        malformed("/spec/containers/0", "7", "spec.containers[0]", "must be an object, found 7"),
        malformed(
            "/spec/containers/0/name",
            "null",
            "spec.containers[0].name",
            "must be a text, is missing"),
        malformed(
            "/spec/containers/0/name", "5", "spec.containers[0].name", "must be a text, found 5"),
        malformed(
            "/spec/containers/0/name",
            "\"side\"",
            "spec.containers[0].name",
            "container side stands here twice"),
        malformed(
            "/spec/initContainers/0/restartPolicy",
            "true",
            "spec.initContainers[0].restartPolicy",
            "must be a text, found true"),
        malformed(
            "/spec/containers/0/resources",
            "\"big\"",
            "spec.containers[0].resources",
            "must be an object, found \"big\""),
        malformed(
            "/spec/containers/0/resources/limits/nvidia.com~1gpumem",
            "\"lots\"",
            "spec.containers[0].resources.limits[nvidia.com/gpumem]",
            "must be a quantity like 3000, 3k or 16Gi, found \"lots\""),
        malformed(
            "/spec/containers/0/resources/requests",
            "{\"cpu\":[1]}",
            "spec.containers[0].resources.requests[cpu]",
            "must be a quantity like 3000, 3k or 16Gi, found [1]"),
        malformed("/status", "\"\"", "status", "must be an object, found \"\""),
        malformed("/status/phase", "{}", "status.phase", "must be a text, found {}"),
        malformed(
            "/status/initContainerStatuses",
            "[{\"name\":\"side\",\"state\":{\"terminated\":{\"exitCode\":\"0\"}}}]",
            "status.initContainerStatuses[0].state.terminated.exitCode",
            "must be a whole number from -2147483648 to 2147483647, found \"0\""),
        malformed(
            "/status/containerStatuses",
            "[{\"name\":\"c\",\"state\":[]}]",
            "status.containerStatuses[0].state",
            "must be an object, found []"),
        malformed(
            "/status/conditions",
            "[true]",
            "status.conditions[0]",
            "must be an object, found true"));
  }

  @ParameterizedTest(name = "{2}: {3}")
  @MethodSource("malformed")
  void whatIsMalformedIsReportedOnceWithItsPlaceAndTheRestIsRead(
      String pointer, String value, String field, String message) throws Exception {
    ObjectNode pod = aPod("team-a/p").sidecar(gpu("side", 10)).app(gpu("c", 1000)).json();
    pod.putObject("status");
    set(pod, pointer, JSON.readTree(value));

    Reading<PodRecord> reading = READER.read(pod);

    assertThat(reading.malformed()).containsExactly(new Problem("Pod team-a/p", field, message));
    assertThat(reading.value().uid()).isEqualTo("uid-team-a-p");
  }

  private static void set(ObjectNode root, String pointer, JsonNode value) {
    int slash = pointer.lastIndexOf('/');
    String name = pointer.substring(slash + 1).replace("~1", "/");
    JsonNode parent = root.at(pointer.substring(0, slash));
    if (parent instanceof ArrayNode list) {
      list.set(Integer.parseInt(name), value);
    } else {
      ((ObjectNode) parent).set(name, value);
    }
  }

  @Test
  void aLongMalformedValueIsShownInShort() {
    ObjectNode pod = aPod("p").json();
    ((ObjectNode) pod.get("spec")).put("priority", "x".repeat(1000));

    assertThat(READER.read(pod).malformed())
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).hasSizeLessThan(150).endsWith("..."));
  }

  @Test
  void aDemandThatNoSchedulerCouldHonourIsNamedAndItsCountStays() {
    PodRecord pod =
        aPod("team-a/p")
            .init(aContainer("i").gpus(2).limit("nvidia.com/gpumem", "16Gi"))
            .app(gpu("app", 1000))
            .read();

    assertThat(pod.demandProblems())
        .containsExactly(
            new Problem(
                "Pod team-a/p",
                "spec.initContainers[0].resources.limits[nvidia.com/gpumem]",
                "container i: 17179869184 is not a whole number from 0 to 2147483647"));
    assertThat(pod.asks()).isTrue();
    assertThat(pod.containers().get(0).demands().get("NVIDIA"))
        .isEqualTo(new Demand("NVIDIA", 2, MemoryDemand.WHOLE_CARD, 0));
  }

  @Test
  void aCountThatCannotBeReadAsksForAnUnknownNumber() {
    PodRecord pod = aPod("p").app(aContainer("c").limit("nvidia.com/gpu", "4294967297")).read();

    assertThat(pod.demandProblems()).hasSize(1);
    assertThat(pod.containers().get(0).demands()).isEmpty();
    assertThat(pod.asks()).isTrue();
    assertThat(pod.families()).isEmpty();
  }

  static Stream<Arguments> unreadableAllocations() {
    return Stream.of(
        arguments("GPU-a,NVIDIA:;", "\"GPU-a,NVIDIA\" has 2 fields, needs uuid,type,memory,cores"),
        arguments(
            "GPU-a,NVIDIA,-5,0:;",
            "memory \"-5\" of \"GPU-a,NVIDIA,-5,0\" is not a whole number from 0 to 2147483647"),
        arguments(
            "GPU-a,NVIDIA,1000,0:;GPU-a,NVIDIA,1000,0:;",
            "has 2 slots, 2 of them filled, for 1 containers of which 1 ask"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadableAllocations")
  void anAllocationThatCannotBeReadIsPartOfTheRecord(String text, String reason) {
    Reading<PodRecord> reading =
        READER.read(aPod("team-a/p").app(gpu("c", 1000)).boundTo("n1", text).json());

    assertThat(reading.malformed()).isEmpty();
    assertThat(reading.value().allocation())
        .isEqualTo(
            new AllocationReading.Unreadable(
                List.of(new Problem("Pod team-a/p", ALLOCATED, reason))));
  }

  @Test
  void annotationsCountOnlyOnceThePodIsBound() {
    assertThat(
            aPod("p")
                .app(gpu("c", 1000))
                .annotation("hami.io/vgpu-devices-allocated", "GPU-a,NVIDIA,1000,0:;")
                .annotation("hami.io/vgpu-node", "n1")
                .read()
                .allocation())
        .isEqualTo(AllocationReading.NOTHING);
  }

  @Test
  void annotationsCountOnlyForFamiliesThatTheSpecAsksFor() {
    assertThat(aPod("p").app(aContainer("c")).boundTo("n1", "broken").read().allocation())
        .isEqualTo(AllocationReading.NOTHING);
  }

  @Test
  void aBoundPodWithoutItsAnnotationSaysWhichFamilyIsMissing() {
    AllocationReading.Readable reading =
        (AllocationReading.Readable)
            aPod("p").app(gpu("c", 1000)).boundTo("n1").read().allocation();

    assertThat(reading.missing()).containsExactly("NVIDIA");
    assertThat(reading.allocation().isEmpty()).isTrue();
  }

  @Test
  void readsWishesForDevicesAndPolicies() {
    PodRecord pod =
        aPod("p")
            .app(gpu("c", 1000))
            .annotation("nvidia.com/use-gputype", " A100, ,H100 ")
            .annotation("nvidia.com/nouse-gputype", "")
            .annotation("nvidia.com/nouse-gpuuuid", "GPU-1")
            .annotation("nvidia.com/vgpu-mode", "hami-core")
            .annotation("nvidia.com/numa-bind", "T")
            .annotation(PodReader.NODE_POLICY, "spread")
            .annotation(PodReader.DEVICE_WEIGHTS, "slot=1,core=1,memory=3")
            .read();

    assertThat(pod.selection("NVIDIA"))
        .isEqualTo(
            new DeviceSelection(
                List.of("A100", "H100"),
                List.of(),
                List.of(),
                List.of("GPU-1"),
                "hami-core",
                true));
    assertThat(pod.policies()).isEqualTo(new PolicyWish("spread", "", "slot=1,core=1,memory=3"));
  }

  @Test
  void onlyRestartPolicyAlwaysInTheInitRangeMakesASidecar() {
    ObjectNode pod = aPod("p").init(gpu("i", 1)).app(gpu("c", 1)).json();
    ((ObjectNode) pod.at("/spec/initContainers/0")).put("restartPolicy", "OnFailure");
    ((ObjectNode) pod.at("/spec/containers/0")).put("restartPolicy", "Always");

    assertThat(READER.read(pod).value().containers())
        .extracting(container -> container.kind())
        .containsExactly(ContainerKind.INIT, ContainerKind.APP);
  }

  @Test
  void aPodThatIsBeingDeletedSaysSo() {
    ObjectNode pod = aPod("p").app(gpu("c", 1)).json();
    ((ObjectNode) pod.get("metadata")).put("deletionTimestamp", "2030-01-01T00:00:00Z");

    assertThat(READER.read(pod).value().deleting()).isTrue();
  }

  @Test
  void anObjectWithThousandsOfFaultsReportsTheFirstHundred() throws Exception {
    ObjectNode pod = new ObjectMapper().createObjectNode();
    ObjectNode metadata = pod.putObject("metadata").put("name", "p").put("uid", "u");
    ObjectNode annotations = metadata.putObject("annotations");
    for (int i = 0; i < 20_000; i++) {
      annotations.put("a" + i, 1);
    }
    assertThat(new PodReader(Families.BUNDLED).read(pod).malformed()).hasSize(100);
  }
}
