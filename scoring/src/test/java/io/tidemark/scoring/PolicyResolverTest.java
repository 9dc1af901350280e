package io.tidemark.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.placement.PlacementPolicy.NumaOrder;
import io.tidemark.api.snapshot.NodeSnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyResolverTest {
  private static final PolicyResolver HAMI_DEFAULTS =
      new PolicyResolver(
          new ScoringDefaults(
              NodePolicy.BINPACK, DevicePolicy.of("spread"), new DeviceWeights(1, 1, 1)));

  private static final Device DEVICE =
      new Device(
          new DeviceId("NVIDIA", "GPU-a"), 0, "NVIDIA-Model X1", 24000, 100, 10, 0, true, "");

  @ParameterizedTest(name = "[{0}] numa-bind {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                   | false | least | TIE_BREAK",
        "''                   | true  | least | HIGHEST_FIRST",
        "binpack              | false | most  | TIE_BREAK",
        "binpack              | true  | most  | LOWEST_FIRST",
        "' binpack '          | true  | most  | LOWEST_FIRST",
        "spread               | false | least | TIE_BREAK",
        "spread               | true  | least | HIGHEST_FIRST",
        "topology-aware       | false | least | TIE_BREAK",
        "topology-aware       | true  | least | HIGHEST_FIRST",
        "Binpack              | false | least | TIE_BREAK",
        "whatever             | false | least | TIE_BREAK",
        "numa                 | false | none  | HIGHEST_FIRST",
        "numa                 | true  | none  | HIGHEST_FIRST",
        "'numa,binpack'       | false | most  | HIGHEST_FIRST",
        "'binpack,numa'       | false | most  | TIE_BREAK",
        "'binpack,numa'       | true  | most  | HIGHEST_FIRST",
        "'binpack, spread'    | false | most  | TIE_BREAK",
        "'spread ,binpack'    | false | least | TIE_BREAK",
        "'binpack,'           | true  | most  | HIGHEST_FIRST",
        "'topology-aware,numa'| false | none  | HIGHEST_FIRST",
        "'topology-aware,foo' | true  | least | HIGHEST_FIRST",
      })
  void theDevicePolicyOrdersDevices(
      String text, boolean numaBind, String load, NumaOrder numaOrder) {
    Pods pod = gpuPod().annotation("hami.io/gpu-scheduler-policy", text);
    if (numaBind) {
      pod.annotation("nvidia.com/numa-bind", "true");
    }

    PlacementPolicy policy = chosen(HAMI_DEFAULTS, pod);

    double idle = policy.deviceScore(DEVICE, 0, 0, 0, 1000, 10);
    double busy = policy.deviceScore(DEVICE, 1, 1000, 10, 1000, 10);
    assertThat(idle == busy ? "none" : idle > busy ? "least" : "most").isEqualTo(load);
    assertThat(policy.numaOrder()).isEqualTo(numaOrder);
  }

  @ParameterizedTest
  @CsvSource({"'', true", "binpack, true", "whatever, true", "spread, false", "' spread', false"})
  void theNodePolicyPacksUnlessItSpreads(String text, boolean packs) {
    PlacementPolicy policy =
        chosen(HAMI_DEFAULTS, gpuPod().annotation("hami.io/node-scheduler-policy", text));

    NodeSnapshot node = Nodes.aNode("n1").card("GPU-a", 24000).snapshot();
    double little = policy.nodeScore(node, new DeviceAmount(1, 1000, 10));
    double much = policy.nodeScore(node, new DeviceAmount(2, 2000, 20));
    assertThat(much > little).isEqualTo(packs);
  }

  @Test
  void aPodThatAsksForNothingGetsTheConfiguredPolicies() {
    PolicyResolver configured =
        new PolicyResolver(
            new ScoringDefaults(
                NodePolicy.SPREAD, DevicePolicy.of("numa,binpack"), new DeviceWeights(0, 0, 2)));

    PlacementPolicy policy = chosen(configured, gpuPod());

    assertThat(policy.numaOrder()).isEqualTo(NumaOrder.HIGHEST_FIRST);
    assertThat(policy.deviceScore(DEVICE, 5, 6000, 50, 6000, 50)).isEqualTo(10.0);
    assertThat(
            policy.nodeScore(
                Nodes.aNode("n1").card("GPU-a", 24000).snapshot(), new DeviceAmount(1, 1000, 10)))
        .isNegative();
  }

  @Test
  void aPodsWeightsTakeTheConfiguredOnesPlace() {
    PlacementPolicy policy =
        chosen(
            HAMI_DEFAULTS,
            gpuPod()
                .annotation("hami.io/gpu-scheduler-policy", "binpack")
                .annotation("hami.io/device-scoring-weights", "slot=0,core=0,memory=3"));

    assertThat(policy.deviceScore(DEVICE, 9, 0, 90, 12000, 10)).isEqualTo(15.0);
  }

  @Test
  void unreadableWeightsAreAnsweredWithPodAndAnnotation() {
    PolicyReply reply =
        HAMI_DEFAULTS.resolve(
            gpuPod().annotation("hami.io/device-scoring-weights", "slot=1,core=x,memory=1").read());

    assertThat(reply)
        .isInstanceOfSatisfying(
            PolicyReply.Unreadable.class,
            unreadable ->
                assertThat(unreadable.problem())
                    .hasToString(
                        "Pod team-a/train: metadata.annotations[hami.io/device-scoring-weights]:"
                            + " must be weights like slot=1,core=1,memory=3, found"
                            + " \"slot=1,core=x,memory=1\": core must be a whole number from 0 up,"
                            + " found \"x\""));
  }

  @Test
  void unreadableWeightsAreShownInOneShortLine() {
    PolicyReply reply =
        HAMI_DEFAULTS.resolve(
            gpuPod().annotation("hami.io/device-scoring-weights", "slot\n".repeat(50_000)).read());

    assertThat(((PolicyReply.Unreadable) reply).problem().toString())
        .hasSizeLessThan(400)
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mutex", "spread,mutex", " mutex , numa"})
  void mutexIsRefusedRatherThanBroken(String text) {
    PolicyReply reply =
        HAMI_DEFAULTS.resolve(gpuPod().annotation("hami.io/gpu-scheduler-policy", text).read());

    assertThat(reply)
        .isInstanceOfSatisfying(
            PolicyReply.Unreadable.class,
            unreadable ->
                assertThat(unreadable.problem())
                    .hasToString(
                        "Pod team-a/train: metadata.annotations[hami.io/gpu-scheduler-policy]:"
                            + " policy mutex is not supported; allowed are binpack, spread, numa,"
                            + " topology-aware"));
  }

  @Test
  void podsWithoutWishesShareOnePolicy() {
    assertThat(chosen(HAMI_DEFAULTS, gpuPod())).isSameAs(chosen(HAMI_DEFAULTS, gpuPod()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mutex", "topology-aware", "Spread", "binpack;numa"})
  void aDefaultThatCannotBeKeptIsRefused(String text) {
    assertThatThrownBy(() -> DevicePolicy.of(text))
        .hasMessage(
            "device policy must be binpack, spread, numa or a comma-separated list of them, found "
                + text);
  }

  private static Pods gpuPod() {
    return Pods.aPod("team-a/train").app(Containers.gpu("app", 1000, 10));
  }

  private static PlacementPolicy chosen(PolicyResolver resolver, Pods pod) {
    return ((PolicyReply.Chosen) resolver.resolve(pod.read())).policy();
  }
}
