package io.tidemark.api.placement;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which devices go together; the ledger asks before it reserves, whoever made the plan. */
class GroupRulesTest {
  @ParameterizedTest
  @CsvSource({
    "'0', true",
    "'7', true",
    "'8', false",
    "'0,1', true",
    "'0,3', true",
    "'0,4', true",
    "'3,7', true",
    "'0,5', false",
    "'3,4', false",
    "'0,1,2', false",
    "'0,1,2,3', true",
    "'4,5,6,7', true",
    "'0,1,4,5', true",
    "'1,2,5,6', true",
    "'0,1,4,6', false",
    "'3,4,6,7', false",
    "'0,0', false",
    "'0,1,2,3,4,5,6,7', true",
  })
  void linkedQuads(String indexes, boolean allowed) {
    List<Integer> cards = Stream.of(indexes.split(",")).map(Integer::valueOf).toList();

    assertThat(LinkedQuads.allows(cards)).isEqualTo(allowed);
  }

  private static List<DeviceShare> shares(long memory, int cores, String... uuids) {
    return Stream.of(uuids).map(uuid -> new DeviceShare(uuid, memory, cores)).toList();
  }

  private static Optional<String> refusal(
      Nodes node, Pods pod, String word, List<List<DeviceShare>> slots) {
    NodeRecord record = node.read(Families.ALL);
    PodRecord read = pod.read(Families.ALL);
    return new PlanCheck(Families.ALL)
        .refusal(
            new NodeSnapshot("n1", record, Map.of(), Map.of(), List.of(), List.of()),
            NamespaceSnapshot.empty("default"),
            read,
            new PodAllocation(Map.of(word, slots)),
            Instant.EPOCH)
        .map(refusal -> refusal.code() + ": " + refusal.detail());
  }

  @Test
  void aPlanAcrossGroupsIsNotReserved() {
    Nodes node = aNode("n1").capacity("kunlunxin.com/xpu", "8");
    Pods pod = aPod("p").app(aContainer("a").limit("kunlunxin.com/xpu", "2"));

    assertThat(
            refusal(node, pod, "kunlun", List.of(shares(98304, 100, "n1-kunlun-3", "n1-kunlun-7"))))
        .isEmpty();
    assertThat(
            refusal(node, pod, "kunlun", List.of(shares(98304, 100, "n1-kunlun-3", "n1-kunlun-4"))))
        .contains("CardNotFoundCustomFilterRule: container a: its devices do not belong together");
  }

  @Test
  void halfAModuleIsNotReserved() {
    String card =
        "{\"id\":\"d%1$d\",\"index\":%1$d,\"count\":1,\"devmem\":65536,\"type\":\"T\",\"health\":true}";
    Nodes node =
        aNode("n1")
            .annotation(
                "hami.io/node-register-Ascend910C",
                Stream.of(0, 1, 2, 3).map(card::formatted).toList().toString());
    Pods pod = aPod("p").app(aContainer("a").limit("huawei.com/Ascend910C", "2"));

    assertThat(refusal(node, pod, "Ascend910C", List.of(shares(65536, 0, "d2", "d3")))).isEmpty();
    assertThat(refusal(node, pod, "Ascend910C", List.of(shares(65536, 0, "d1", "d2"))))
        .contains("CardNotFoundCustomFilterRule: container a: its devices do not belong together");
  }

  @Test
  void twoCardsForOnePodAreNotReservedWhereOneMustDo() {
    Nodes node = aNode("n1").capacity("metax-tech.com/gpu", "2");
    Pods pod =
        aPod("p")
            .init(aContainer("i").limit("metax-tech.com/gpu", "1"))
            .app(aContainer("a").limit("metax-tech.com/gpu", "1"));
    List<DeviceShare> first = shares(65536, 100, "n1-metax-0");
    List<DeviceShare> second = shares(65536, 100, "n1-metax-1");

    assertThat(refusal(node, pod, "Metax-GPU", List.of(first, first))).isEmpty();
    assertThat(refusal(node, pod, "Metax-GPU", List.of(first, second)))
        .contains(
            "CardNotFoundCustomFilterRule: all containers of a pod must hold the same devices");
  }

  /** The init container keeps its part at the kubelet until the pod ends. */
  @Test
  void partsOfDifferentSizeAreNotReservedOnOneCardAtDifferentTimesEither() {
    Nodes node =
        aNode("n1")
            .annotation(
                "hami.io/node-register-xpu",
                "[{\"id\":\"x\",\"count\":4,\"devmem\":98304,\"devcore\":100,\"type\":\"T\",\"health\":true}]");
    Pods pod = aPod("p").init(xpu("i", "49152")).app(xpu("a", "24576"));

    assertThat(refusal(node, pod, "XPU", List.of(shares(49152, 50, "x"), shares(24576, 25, "x"))))
        .contains(
            "CardNotFoundCustomFilterRule: device x cannot be cut into parts of different size");
  }

  private static Containers xpu(String name, String memory) {
    return aContainer(name)
        .limit("kunlunxin.com/vxpu", "1")
        .limit("kunlunxin.com/vxpu-memory", memory);
  }

  @Test
  void aShareThatNobodyAsksForIsTold() {
    Nodes node = aNode("n1").capacity("kunlunxin.com/xpu", "8");
    Pods pod = aPod("p").app(aContainer("a").limit("kunlunxin.com/xpu", "1")).app(aContainer("b"));

    assertThat(
            refusal(
                node,
                pod,
                "kunlun",
                List.of(shares(98304, 100, "n1-kunlun-0"), shares(1, 1, "unknown"))))
        .contains(
            "AllocatedCardsInsufficientRequest: container b: got kunlun devices and asks for none");
  }
}
