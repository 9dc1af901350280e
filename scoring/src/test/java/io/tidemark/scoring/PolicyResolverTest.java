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
        "''                   | false | least | TIE_BREAK     | lowest",
        "''                   | true  | least | HIGHEST_FIRST | lowest",
        "binpack              | false | most  | TIE_BREAK     | lowest",
        "binpack              | true  | most  | LOWEST_FIRST  | lowest",
        "' binpack '          | true  | most  | LOWEST_FIRST  | lowest",
        "spread               | false | least | TIE_BREAK     | lowest",
        "spread               | true  | least | HIGHEST_FIRST | lowest",
        "topology-aware       | false | least | TIE_BREAK     | lowest",
        "topology-aware       | true  | least | HIGHEST_FIRST | lowest",
        "mutex                | false | none  | TIE_BREAK     | lowest",
        "mutex                | true  | none  | HIGHEST_FIRST | lowest",
        "Binpack              | false | least | TIE_BREAK     | lowest",
        "whatever             | false | least | TIE_BREAK     | lowest",
        "numa                 | false | none  | HIGHEST_FIRST | highest",
        "numa                 | true  | none  | HIGHEST_FIRST | highest",
        "'numa,binpack'       | false | most  | HIGHEST_FIRST | highest",
        "'numa,spread'        | false | least | HIGHEST_FIRST | highest",
        "'binpack,numa'       | false | most  | TIE_BREAK     | highest",
        "'binpack,numa'       | true  | most  | HIGHEST_FIRST | highest",
        "'spread, numa'       | false | least | TIE_BREAK     | highest",
        "'binpack, spread'    | false | most  | IGNORED       | highest",
        "'spread ,binpack'    | false | least | IGNORED       | highest",
        "'spread,binpack,numa'| false | least | TIE_BREAK     | highest",
        "'binpack,'           | false | most  | IGNORED       | highest",
        "'binpack,'           | true  | most  | HIGHEST_FIRST | highest",
        "'mutex,binpack'      | false | most  | IGNORED       | highest",
        "'topology-aware,numa'| false | none  | HIGHEST_FIRST | highest",
        "'topology-aware,foo' | true  | least | HIGHEST_FIRST | highest",
        "'topology-aware,foo' | false | least | IGNORED       | highest",
      })
  void theDevicePolicyOrdersDevices(
      String text, boolean numaBind, String load, NumaOrder numaOrder, String index) {
    Pods pod = gpuPod().annotation("hami.io/gpu-scheduler-policy", text);
    if (numaBind) {
      pod.annotation("nvidia.com/numa-bind", "true");
    }

    PlacementPolicy policy = chosen(HAMI_DEFAULTS, pod);

    double idle = policy.deviceScore(DEVICE, 0, 0, 0, 1000, 10);
    double busy = policy.deviceScore(DEVICE, 1, 1000, 10, 1000, 10);
    assertThat(idle == busy ? "none" : idle > busy ? "least" : "most").isEqualTo(load);
    assertThat(policy.numaOrder()).isEqualTo(numaOrder);
    assertThat(policy.highestIndexFirst() ? "highest" : "lowest").isEqualTo(index);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spread                 | false | false",
        "mutex                  | true  | false",
        "spread,mutex           | true  | false",
        "' mutex , numa'        | true  | false",
        "topology-aware         | false | true",
        "numa, topology-aware   | false | true",
        "mutex,topology-aware   | true  | true",
        "mutexes                | false | false",
      })
  void mutexAndTopologyAwareAreNoKeysOfTheOrder(String text, boolean idleOnly, boolean linked) {
    PlacementPolicy policy =
        chosen(HAMI_DEFAULTS, gpuPod().annotation("hami.io/gpu-scheduler-policy", text));

    assertThat(policy.idleDevicesOnly()).isEqualTo(idleOnly);
    assertThat(policy.prefersLinkedDevices()).isEqualTo(linked);
    PlacementPolicy configured =
        chosen(
            new PolicyResolver(
                new ScoringDefaults(
                    NodePolicy.BINPACK,
                    DevicePolicy.of(text.replace("mutexes", "spread")),
                    new DeviceWeights(1, 1, 1))),
            gpuPod());
    assertThat(configured.idleDevicesOnly()).isEqualTo(idleOnly);
    assertThat(configured.prefersLinkedDevices()).isEqualTo(linked);
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

  @Test
  void podsWithoutWishesShareOnePolicy() {
    assertThat(chosen(HAMI_DEFAULTS, gpuPod())).isSameAs(chosen(HAMI_DEFAULTS, gpuPod()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mutexes", "spread,", "Spread", "binpack;numa"})
  void aDefaultThatCannotBeKeptIsRefused(String text) {
    assertThatThrownBy(() -> DevicePolicy.of(text))
        .hasMessage(
            "device policy must be binpack, spread, numa, mutex, topology-aware or a"
                + " comma-separated list of them, found "
                + text);
  }

  private static Pods gpuPod() {
    return Pods.aPod("team-a/train").app(Containers.gpu("app", 1000, 10));
  }

  private static PlacementPolicy chosen(PolicyResolver resolver, Pods pod) {
    return ((PolicyReply.Chosen) resolver.resolve(pod.read())).policy();
  }
}
