package io.tidemark.admission;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.FamilyReader;
import io.tidemark.api.family.HamiDeviceConfig;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.yaml.YamlFormatException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What admission writes for each family's device plugin (families.md, sections 1 and 3). */
class FamilyNormalFormTest {
  private static final String LIMIT = "\nadd /spec/containers/0/resources/limits/";
  private static final String CHANGED = "\nreplace /spec/containers/0/resources/limits/";
  private static final String ANNOTATIONS = "\nadd /metadata/annotations ";

  private static Stream<Arguments> forms() {
    return Stream.of(
        argumentSet(
            "DCU: nothing", limits("hygon.com/dcunum", "1", "hygon.com/dcumem", "100"), "allowed"),
        argumentSet(
            "DCU without a count is not ours",
            limits("hygon.com/dcumem", "100"),
            "not ours: no container asks for a device"),
        argumentSet(
            "Ascend without memory: that of the whole card",
            limits("huawei.com/Ascend310P", "1"),
            "allowed" + LIMIT + "huawei.com~1Ascend310P-memory \"21527\""),
        argumentSet(
            "Ascend: the template's memory",
            limits("huawei.com/Ascend310P", "1", "huawei.com/Ascend310P-memory", "1000"),
            "allowed" + CHANGED + "huawei.com~1Ascend310P-memory \"3072\""),
        argumentSet(
            "Ascend: a template in another spelling is left as it is",
            limits("huawei.com/Ascend310P", "1", "huawei.com/Ascend310P-memory", "3072.0"),
            "allowed"),
        argumentSet(
            "Ascend910C: one is two",
            limits("huawei.com/Ascend910C", "1"),
            "allowed"
                + CHANGED
                + "huawei.com~1Ascend910C \"2\""
                + LIMIT
                + "huawei.com~1Ascend910C-memory \"65536\""),
        argumentSet(
            "Kunlun: memory rounded up",
            limits("kunlunxin.com/vxpu", "1", "kunlunxin.com/vxpu-memory", "30000"),
            "allowed" + CHANGED + "kunlunxin.com~1vxpu-memory \"49152\""),
        argumentSet(
            "Iluvatar: the container's name, spelled as the plugin reads it",
            limits("iluvatar.ai/MR-V50-vgpu", "1"),
            "allowed\nadd /spec/containers/0/env"
                + " [{\"name\":\"SOL_CONTINER_NAME\",\"value\":\"c\"}]"),
        argumentSet(
            "Iluvatar: all cores of several cards",
            limits("iluvatar.ai/MR-V50-vgpu", "2"),
            "allowed"
                + LIMIT
                + "iluvatar.ai~1MR-V50.vCore \"200\""
                + "\nadd /spec/containers/0/env"
                + " [{\"name\":\"SOL_CONTINER_NAME\",\"value\":\"c\"}]"),
        argumentSet(
            "Mthreads: all of one card",
            limits("mthreads.com/vgpu", "1", "mthreads.com/sgpu-core", "4"),
            "allowed"
                + LIMIT
                + "mthreads.com~1sgpu-memory \"96\""
                + CHANGED
                + "mthreads.com~1sgpu-core \"16\""),
        argumentSet(
            "Mthreads: all of several cards, and their number",
            limits("mthreads.com/vgpu", "2"),
            "allowed"
                + LIMIT
                + "mthreads.com~1sgpu-memory \"192\""
                + LIMIT
                + "mthreads.com~1sgpu-core \"32\""
                + ANNOTATIONS
                + "{\"mthreads.com/request-gpu-num\":\"2\"}"),
        argumentSet(
            "Mthreads: a part of one card is left as it is",
            limits("mthreads.com/vgpu", "1", "mthreads.com/sgpu-memory", "4"),
            "allowed"),
        argumentSet(
            "MetaX sGPU: the quality of service",
            limits("metax-tech.com/sgpu", "1"),
            "allowed" + ANNOTATIONS + "{\"metax-tech.com/sgpu-qos-policy\":\"best-effort\"}"));
  }

  private static Pods limits(String... pairs) {
    Containers container = aContainer("c");
    for (int i = 0; i < pairs.length; i += 2) {
      container.limit(pairs[i], pairs[i + 1]);
    }
    return aPod("team-a/p").app(container);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aContainerGetsWhatItsDevicePluginReads(Pods pod, String summary) {
    assertThat(Reviews.scheduled(pod).families(Families.ALL).summary()).isEqualTo(summary);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aSecondReviewAddsNothing(Pods pod, String summary) {
    Reviews review = Reviews.scheduled(pod).families(Families.ALL);
    if (review.verdict() instanceof Verdict.Allowed) {
      assertThat(Reviews.of(review.admitted()).families(Families.ALL).summary())
          .as("%s", summary)
          .isEqualTo("allowed");
    }
  }

  @Test
  void requestsFollowWhereTheyAreWritten() {
    Pods pod =
        aPod("team-a/p")
            .app(
                aContainer("c")
                    .limit("huawei.com/Ascend910C", "1")
                    .request("huawei.com/Ascend910C", "1"));

    JsonNode resources =
        Reviews.scheduled(pod).families(Families.ALL).admitted().at("/spec/containers/0/resources");

    assertThat(resources.at("/limits/huawei.com~1Ascend910C").asText()).isEqualTo("2");
    assertThat(resources.at("/requests/huawei.com~1Ascend910C").asText()).isEqualTo("2");
  }

  /** HAMi adds the variable once for each chip that the container does not ask for. */
  @Test
  void aVariableThatHidesDevicesOfSeveralFamiliesIsWrittenOnce() throws YamlFormatException {
    String chip =
        """
        - {commonWord: %s, resourceName: huawei.com/%s, overwriteEnv: true, memoryAllocatable: 32768,
           memoryCapacity: 32768, templates: [{name: t, memory: 3072}]}
        """;
    String text = "vnpus:\n" + chip.formatted("A", "A") + chip.formatted("B", "B");
    DeviceFamilies families =
        DeviceFamilies.of(
            Stream.concat(
                    HamiDeviceConfig.read("hami.yaml", new StringReader(text)).stream(),
                    FamilyReader.bundled().stream().filter(f -> f.word().equals("NVIDIA")))
                .toList());
    Pods pod =
        aPod("team-a/p").app(aContainer("npu").limit("huawei.com/A", "1")).app(aContainer("none"));

    JsonNode containers =
        Reviews.scheduled(pod).families(families).admitted().at("/spec/containers");

    assertThat(containers.get(0).path("env")).isEmpty();
    assertThat(containers.get(1).path("env"))
        .hasToString("[{\"name\":\"ASCEND_VISIBLE_DEVICES\",\"value\":\"\"}]");
  }

  @Test
  void aWayOfUseThatCannotBeHonouredIsRefused() {
    List<Pods> pods =
        List.of(
            limits("huawei.com/Ascend310P", "1").annotation("huawei.com/vnpu-mode", "hami-core"),
            limits("metax-tech.com/sgpu", "1").annotation("metax-tech.com/sgpu-qos-policy", "x"));

    assertThat(pods)
        .extracting(pod -> Reviews.scheduled(pod).families(Families.ALL).summary())
        .containsExactly(
            "denied 403: annotation huawei.com/vnpu-mode: hami-core is not supported",
            "denied 403: annotation metax-tech.com/sgpu-qos-policy: x is not supported; allowed"
                + " are best-effort");
  }
}
