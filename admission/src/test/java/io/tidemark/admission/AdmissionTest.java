package io.tidemark.admission;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
  private static final Quotas NO_GPUS =
      Quotas.aQuota("team-a/none").hard("limits.nvidia.com/gpu", "0");

  @ParameterizedTest(name = "scheduler [{0}], overwrite {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "''                 | true  | allowed%nadd /spec/schedulerName \"tidemark-scheduler\"",
        "''                 | false | not ours: scheduler \"\" is not ours",
        "default-scheduler  | true  | allowed%nreplace /spec/schedulerName \"tidemark-scheduler\"",
        "default-scheduler  | false | not ours: scheduler \"default-scheduler\" is not ours",
        "tidemark-scheduler | false | allowed",
        "hami-scheduler     | true  | allowed",
        "other-scheduler    | true  | not ours: scheduler \"other-scheduler\" is not ours",
      })
  void theSchedulerDecidesWhetherAPodIsOurs(String scheduler, boolean overwrite, String expected) {
    ObjectNode pod = aPod("p").app(gpu("c", 3000)).json();
    if (!scheduler.isEmpty()) {
      pod.withObject("/spec").put("schedulerName", scheduler);
    }
    AdmissionSettings settings =
        new AdmissionSettings(Reviews.DEFAULTS.schedulerNames(), overwrite, QuotaMode.DENY);

    assertThat(Reviews.of(pod).settings(settings).summary())
        .isEqualTo(expected.replace("%n", "\n"));
  }

  @Test
  void anotherSchedulersPodIsNeitherCheckedNorChanged() {
    ObjectNode pod =
        aPod("p").annotation("hami.io/vgpu-node", "n1").app(privileged("c").gpus(1)).json();
    pod.withObject("/spec").put("schedulerName", "other-scheduler").put("nodeName", "n1");

    assertThat(Reviews.of(pod).quota(NO_GPUS).summary())
        .isEqualTo("not ours: scheduler \"other-scheduler\" is not ours");
  }

  @Test
  void aPodThatAsksForNothingIsNeitherCheckedNorChanged() {
    Pods pod =
        aPod("p")
            .annotation("hami.io/vgpu-node", "n1")
            .init(privileged("i"))
            .app(aContainer("c").limit("cpu", "1").request("memory", "1Gi"))
            .boundTo("n1");

    assertThat(Reviews.of(pod).families(TestFamilies.withEveryRule()).quota(NO_GPUS).summary())
        .isEqualTo("not ours: no container asks for a device");
  }

  @ParameterizedTest
  @EnumSource(value = Operation.class, names = "CREATE", mode = EnumSource.Mode.EXCLUDE)
  void onlyCreationsAreReviewed(Operation operation) {
    assertThat(Reviews.of(JsonNodeFactory.instance.nullNode()).operation(operation).summary())
        .isEqualTo(
            "not ours: operation "
                + operation.name().toLowerCase(Locale.ROOT)
                + " is not reviewed");
  }

  /** kubernetes/website#55447, and a Binding, which is no Pod. */
  @ParameterizedTest
  @ValueSource(strings = {"ephemeralcontainers", "binding", "status"})
  void subresourcesAreNotReviewed(String subresource) {
    JsonNode binding = json("{\"kind\":\"Binding\"}");

    assertThat(Reviews.of(binding).subresource(subresource).summary())
        .isEqualTo("not ours: subresource " + subresource + " is not reviewed");
  }

  @ParameterizedTest
  @CsvSource({
    "annotation, hami.io/vgpu-node",
    "annotation, hami.io/vgpu-time",
    "annotation, hami.io/bind-time",
    "annotation, hami.io/bind-phase",
    "annotation, hami.io/vgpu-devices-to-allocate",
    "annotation, hami.io/vgpu-devices-allocated",
    "annotation, acme.example/npu-to-allocate",
    "annotation, acme.example/npu-allocated",
    "label, hami.io/vgpu-node",
  })
  void aNewPodMustNotCarryWhatTheSchedulerWrites(String kind, String key) {
    ObjectNode pod = aPod("p").app(gpu("c", 3000)).json();
    pod.withObject("/metadata").withObject("/" + kind + "s").put(key, "x");

    assertThat(Reviews.of(pod).families(Families.WITH_ACME).summary())
        .isEqualTo(
            "denied 403: %s %s is written by the scheduler; a new pod must not carry it"
                .formatted(kind, key));
  }

  @Test
  void whatAUserMayAnnotateIsNotForged() {
    Pods pod =
        aPod("p")
            .annotation("hami.io/gpu-scheduler-policy", "binpack")
            .annotation("nvidia.com/use-gputype", "A100")
            .app(gpu("c", 3000));

    assertThat(Reviews.scheduled(pod).summary()).isEqualTo("allowed");
  }

  /** Project-HAMi/HAMi#2336, #2284, #1417, #591. */
  @ParameterizedTest
  @CsvSource({
    "16Gi, 17179869184",
    "2147483648, 2147483648",
    "-1, -1",
    "1.5, 1.5",
    "1500m, 1.500",
    "1e30, 1000000000000000000000000000000",
  })
  void memoryOutOfRangeIsRefusedAndNeverNothing(String quantity, String number) {
    Pods pod =
        aPod("p")
            .init(aContainer("i").gpus(1).limit("nvidia.com/gpumem", quantity))
            .app(gpu("app", 1000));

    assertThat(Reviews.scheduled(pod).summary())
        .isEqualTo(
            "denied 403: spec.initContainers[0].resources.limits[nvidia.com/gpumem]: container i: "
                + number
                + " is not a whole number from 0 to 2147483647");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5k", "20k", "1e3", "3000.0", "2147483647"})
  void memoryInAnySpellingOfAWholeNumberIsAdmitted(String quantity) {
    Pods pod = aPod("p").init(aContainer("i").gpus(1).limit("nvidia.com/gpumem", quantity));

    assertThat(Reviews.scheduled(pod.app(gpu("app", 1000))).summary()).isEqualTo("allowed");
  }

  @Test
  void memoryOutOfRangeIsRefusedWithoutACountToo() {
    Pods pod = aPod("p").app(aContainer("c").limit("nvidia.com/gpumem", "16Gi"));

    assertThat(Reviews.scheduled(pod).summary())
        .isEqualTo(
            "denied 403: spec.containers[0].resources.limits[nvidia.com/gpumem]: container c:"
                + " 17179869184 is not a whole number from 0 to 2147483647");
  }

  @ParameterizedTest
  @ValueSource(strings = {"65536", "-1", "1.5", "4294967297"})
  void aCountOutOfRangeIsRefused(String count) {
    Pods pod = aPod("p").app(aContainer("c").limit("nvidia.com/gpu", count));

    assertThat(Reviews.scheduled(pod).summary())
        .isEqualTo(
            "denied 403: spec.containers[0].resources.limits[nvidia.com/gpu]: container c: "
                + count
                + " is not a whole number from 0 to 65535");
  }

  @ParameterizedTest
  @ValueSource(strings = {"101", "-1"})
  void aPercentageOutOfRangeIsRefused(String percent) {
    Pods pod =
        aPod("p")
            .sidecar(aContainer("s").limit("nvidia.com/gpumem-percentage", percent))
            .app(gpu("c", 3000));

    assertThat(Reviews.scheduled(pod).summary())
        .isEqualTo(
            "denied 403: container s: nvidia.com/gpumem-percentage "
                + percent
                + " is not a whole number from 0 to 100");
  }

  @Test
  void aPercentageWithAFractionIsRefused() {
    Pods pod =
        aPod("p")
            .sidecar(aContainer("s").limit("nvidia.com/gpumem-percentage", "50.5"))
            .app(gpu("c", 3000));

    assertThat(Reviews.scheduled(pod).summary())
        .isEqualTo(
            "denied 403: spec.initContainers[0].resources.limits[nvidia.com/gpumem-percentage]:"
                + " container s: 50.5 is not a whole number from 0 to 100");
  }

  /** Project-HAMi/HAMi#2138, #611, #1352. */
  @Test
  void aPrivilegedContainerIsRefusedInAPodThatAsks() {
    Pods pod = aPod("p").init(privileged("setup")).app(gpu("c", 3000));

    assertThat(Reviews.of(pod).summary())
        .isEqualTo(
            "denied 403: container setup is privileged; a pod that asks for devices must have no"
                + " privileged container");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "null", "{\"privileged\":false}", "{\"privileged\":null}"})
  void anUnprivilegedSecurityContextIsFine(String securityContext) {
    Pods pod = aPod("p").app(gpu("c", 3000).with("securityContext", json(securityContext)));

    assertThat(Reviews.scheduled(pod).summary()).isEqualTo("allowed");
  }

  /** Project-HAMi/HAMi#488. */
  @Test
  void aPodThatAsksIsPlacedByItsScheduler() {
    Pods pod = aPod("p").init(gpu("i", 3000)).app(aContainer("c")).boundTo("n1");

    assertThat(Reviews.of(pod).summary())
        .isEqualTo(
            "denied 403: spec.nodeName is n1; a pod that asks for devices must be left to its"
                + " scheduler");
  }

  static Stream<Arguments> unreadable() {
    return Stream.of(
        argumentSet("no object", "[]", "Pod team-a/*: must be a Pod, found ARRAY"),
        argumentSet("nothing", "null", "Pod team-a/*: must be a Pod, found NULL"),
        argumentSet("no kind", "{}", "Pod team-a/*: kind: must be Pod, found none"),
        argumentSet(
            "another kind",
            "{'kind':'Job','metadata':{'name':'j'}}",
            "Pod team-a/j: kind: must be Pod, found \"Job\""),
        argumentSet(
            "metadata", pod("'metadata':7"), "Pod team-a/*: metadata: must be an object, found 7"),
        argumentSet(
            "labels",
            pod("'metadata':{'generateName':'job-','labels':{'a':1}}"),
            "Pod team-a/job-*: metadata.labels[a]: must be a text, found 1"),
        argumentSet(
            "annotations",
            pod("'metadata':{'name':'p','annotations':[]}"),
            "Pod team-a/p: metadata.annotations: must be an object, found []"),
        argumentSet("spec", pod("'spec':[]"), "Pod team-a/*: spec: must be an object, found []"),
        argumentSet(
            "containers",
            pod("'spec':{'containers':{}}"),
            "Pod team-a/*: spec.containers: must be a list, found {}"),
        argumentSet(
            "a container",
            pod("'spec':{'initContainers':['x']}"),
            "Pod team-a/*: spec.initContainers[0]: must be an object, found \"x\""),
        argumentSet(
            "a quantity",
            pod(
                "'spec':{'containers':[{'name':'c','resources':{'limits':{'nvidia.com/gpu':'one'}}}]}"),
            "Pod team-a/*: spec.containers[0].resources.limits[nvidia.com/gpu]: must be a quantity"
                + " like 3000, 3k or 16Gi, found \"one\""),
        argumentSet(
            "limits",
            pod("'spec':{'containers':[{'name':'c','resources':{'limits':'all'}}]}"),
            "Pod team-a/*: spec.containers[0].resources.limits: must be an object, found \"all\""),
        argumentSet(
            "env",
            pod("'spec':{'containers':[{'env':{'A':'b'}}]}"),
            "Pod team-a/*: spec.containers[0].env: must be a list, found {\"A\":\"b\"}"),
        argumentSet(
            "a variable",
            pod("'spec':{'containers':[{'env':['A=b']}]}"),
            "Pod team-a/*: spec.containers[0].env[0]: must be an object, found \"A=b\""),
        argumentSet(
            "privileged",
            pod("'spec':{'containers':[{'securityContext':{'privileged':'yes'}}]}"),
            "Pod team-a/*: spec.containers[0].securityContext.privileged: must be true or false,"
                + " found \"yes\""),
        argumentSet(
            "runtime class",
            pod("'spec':{'runtimeClassName':1}"),
            "Pod team-a/*: spec.runtimeClassName: must be a text, found 1"),
        argumentSet(
            "scheduler",
            pod("'spec':{'schedulerName':{}}"),
            "Pod team-a/*: spec.schedulerName: must be a text, found {}"));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void anObjectThatCannotBeReadIsRefusedWithItsField(String pod, String reason) {
    assertThat(Reviews.of(json(pod.replace('\'', '"'))).summary())
        .isEqualTo("denied 400: " + reason);
  }

  /** kubernetes/kubernetes#113952 and #76680. */
  @Test
  void theNamespaceOfTheRequestCounts() {
    JsonNode pod =
        json(
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"job-"},"spec":{
             "initContainers":[{"name":"i","image":"x","resources":{"limits":
              {"nvidia.com/gpu":"1","nvidia.com/gpumem":"9000"}}}],
             "containers":[{"name":"c","image":"x"}]}}
            """);

    assertThat(
            Reviews.of(pod)
                .quota(Quotas.aQuota("team-a/gpus").hard("limits.nvidia.com/gpumem", "8k"))
                .summary())
        .isEqualTo(
            "denied 403: quota team-a/gpus: limits.nvidia.com/gpumem needs 9000 MiB (init container"
                + " `i` makes the peak), used 0, limit 8000");
  }

  /** Project-HAMi/HAMi#2929. */
  @Test
  void aSecondReviewAddsNothingAndAThirdOnlyWhatIsNew() {
    Pods pod =
        aPod("p")
            .init(aContainer("i").gpus(1).limit("nvidia.com/priority", "1"))
            .app(gpu("app", 1000))
            .app(aContainer("plain"));
    Reviews first = Reviews.of(pod).families(TestFamilies.withEveryRule());
    ObjectNode admitted = (ObjectNode) first.admitted();

    assertThat(Reviews.of(admitted).families(TestFamilies.withEveryRule()).summary())
        .isEqualTo("allowed");

    admitted.withArray("/spec/initContainers").insertObject(0).put("name", "mesh");
    assertThat(Reviews.of(admitted).families(TestFamilies.withEveryRule()).summary())
        .isEqualTo(
            "allowed\nadd /spec/initContainers/0/env"
                + " [{\"name\":\"NVIDIA_VISIBLE_DEVICES\",\"value\":\"none\"}]");
    assertThat(Reviews.of(admitted).summary()).isEqualTo("allowed");
  }

  @Test
  void aForgedAllocationIsNamedBeforeAnythingElse() {
    Pods pod =
        aPod("p")
            .annotation("hami.io/vgpu-devices-allocated", ";")
            .app(privileged("c").limit("nvidia.com/gpumem", "16Gi"))
            .boundTo("n1");

    assertThat(Reviews.of(pod).summary())
        .startsWith("denied 403: annotation hami.io/vgpu-devices-allocated ");
  }

  @Test
  void namesThatNobodyHasCheckedYetLeaveTheReasonOneLine() {
    Pods pod = aPod("p").app(privileged("a\r\nb").gpus(1));

    assertThat(Reviews.of(pod).summary()).startsWith("denied 403: container a  b is privileged; ");
  }

  @Test
  void schedulerNamesMustBeNames() {
    for (List<String> names : List.of(List.<String>of(), List.of("a", " "))) {
      assertThatThrownBy(() -> new AdmissionSettings(names, true, QuotaMode.DENY))
          .hasMessage("scheduler names must be a list of names, found " + names);
    }
  }

  private static Containers privileged(String name) {
    return aContainer(name)
        .with("securityContext", JsonNodeFactory.instance.objectNode().put("privileged", true));
  }

  private static String pod(String rest) {
    return "{'kind':'Pod'," + rest + "}";
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
