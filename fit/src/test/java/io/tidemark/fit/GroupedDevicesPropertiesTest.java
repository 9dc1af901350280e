package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.GroupRules;
import io.tidemark.api.placement.PlanCheck;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Families whose devices belong together, on random nodes: a plan is found exactly where trying
 * every set of devices finds one, and it passes the check that reserves it.
 */
class GroupedDevicesPropertiesTest {
  private static final Instant AT = Instant.EPOCH;

  private static String register(int cards, boolean pairs) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < cards; i++) {
      texts.add(
          "{\"id\":\"d%d\",\"index\":%d,\"count\":4,\"devmem\":%d,\"devcore\":100,\"type\":\"T\",\"health\":true,\"custominfo\":{\"NetworkID\":%d}}"
              .formatted(i, i, pairs ? 65536 : 98304, i / 4));
    }
    return texts.toString();
  }

  private static NodeSnapshot node(Nodes node, String word, int busy, long memory) {
    NodeRecord record = node.read(Families.ALL);
    Map<DeviceId, DeviceAmount> used = new HashMap<>();
    for (Device device : inventory(record, word).devices()) {
      if ((busy >> device.index() & 1) == 1) {
        used.put(device.id(), new DeviceAmount(1, memory, word.startsWith("Ascend") ? 0 : 100));
      }
    }
    return new NodeSnapshot("n1", record, used, Map.of(), List.of(), List.of());
  }

  private static FamilyInventory inventory(NodeRecord node, String word) {
    return Objects.requireNonNull(node.inventories().get(word));
  }

  private static PlanReply plan(NodeSnapshot node, PodRecord pod) {
    ClusterSnapshot snapshot = ClusterSnapshot.empty(new ClusterId("test")).withNode(node);
    return new FitPlanner(Families.ALL).plan(new Plan(AT, snapshot, pod, FillPolicy.SPREAD, null));
  }

  private static boolean possible(NodeSnapshot node, String word, int busy, int count) {
    DeviceFamily family = Families.ALL.require(word);
    NodeSnapshot.Range range = node.range(word);
    List<Device> all = node.devices().subList(range.from(), range.to());
    for (int set = 0; set < 1 << all.size(); set++) {
      if (Integer.bitCount(set) == count && (set & busy) == 0) {
        List<Device> chosen = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
          if ((set >> i & 1) == 1) {
            chosen.add(all.get(i));
          }
        }
        if (GroupRules.allows(family, chosen, all)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void holds(NodeSnapshot node, PodRecord pod, PodAllocation allocation) {
    assertThat(
            new PlanCheck(Families.ALL)
                .refusal(node, NamespaceSnapshot.empty("default"), pod, allocation, AT))
        .isEmpty();
  }

  @Test
  void linkedQuadsAreFoundWhereThereAreAny() {
    for (int busy = 0; busy < 256; busy++) {
      NodeSnapshot node =
          node(aNode("n1").capacity("kunlunxin.com/xpu", "8"), "kunlun", busy, 98304);
      for (int count : new int[] {1, 2, 4, 8}) {
        PodRecord pod =
            aPod("p")
                .init(aContainer("i").limit("kunlunxin.com/xpu", "1"))
                .app(aContainer("a").limit("kunlunxin.com/xpu", Integer.toString(count)))
                .read(Families.ALL);
        PlanReply reply = plan(node, pod);

        assertThat(reply.plans().isEmpty())
            .as("busy %s, count %d", Integer.toBinaryString(busy), count)
            .isNotEqualTo(possible(node, "kunlun", busy, count));
        if (!reply.plans().isEmpty()) {
          PodAllocation allocation = reply.plans().get(0).allocation();
          holds(node, pod, allocation);
          assertThat(allocation.shares("kunlun", 1))
              .contains(allocation.shares("kunlun", 0).get(0));
        } else {
          assertThat(reply.refusals()).hasSize(1);
        }
      }
    }
  }

  @Test
  void modulesAreHandedOutWhole() {
    Seeds.forAll(
        200,
        random -> {
          int busy = random.nextInt(256);
          int count = 2 * (1 + random.nextInt(4));
          NodeSnapshot node =
              node(
                  aNode("n1").annotation("hami.io/node-register-Ascend910C", register(8, true)),
                  "Ascend910C",
                  busy,
                  65536);
          PodRecord pod =
              aPod("p")
                  .app(aContainer("a").limit("huawei.com/Ascend910C", Integer.toString(count)))
                  .read(Families.ALL);
          PlanReply reply = plan(node, pod);
          assertThat(reply.plans().isEmpty())
              .isNotEqualTo(possible(node, "Ascend910C", busy, count));
          if (!reply.plans().isEmpty()) {
            holds(node, pod, reply.plans().get(0).allocation());
          }
        });
  }

  @Test
  void fewestGroupsNeverCostsAPlace() {
    Seeds.forAll(
        200,
        random -> {
          int busy = random.nextInt(256);
          int count = 1 + random.nextInt(6);
          NodeSnapshot node =
              node(
                  aNode("n1").annotation("hami.io/node-register-Ascend910B3", register(8, true)),
                  "Ascend910B3",
                  busy,
                  65536);
          PodRecord pod =
              aPod("p")
                  .app(aContainer("a").limit("huawei.com/Ascend910B3", Integer.toString(count)))
                  .read(Families.ALL);
          PlanReply reply = plan(node, pod);
          int free = 8 - Integer.bitCount(busy);
          assertThat(reply.plans().isEmpty()).isEqualTo(free < count);
          if (!reply.plans().isEmpty()) {
            PodAllocation allocation = reply.plans().get(0).allocation();
            holds(node, pod, allocation);
            assertThat(networks(allocation)).isEqualTo(fewest(busy, count));
          }
        });
  }

  private static long networks(PodAllocation allocation) {
    return allocation.shares("Ascend910B3", 0).stream()
        .map(DeviceShare::uuid)
        .map(uuid -> Integer.parseInt(uuid.substring(1)) / 4)
        .distinct()
        .count();
  }

  private static long fewest(int busy, int count) {
    int first = 4 - Integer.bitCount(busy & 0b1111);
    int second = 4 - Integer.bitCount(busy >> 4 & 0b1111);
    return first >= count || second >= count ? 1 : 2;
  }

  @Test
  void allContainersOfAPodHoldOneCard() {
    Seeds.forAll(
        200,
        random -> {
          Nodes offering =
              aNode("n1")
                  .capacity("mthreads.com/sgpu-core", "64")
                  .capacity("mthreads.com/sgpu-memory", "384")
                  .capacity("mthreads.com/vgpu", "4");
          NodeSnapshot node = used(offering, random);
          Pods pods = aPod("p");
          for (int i = 0; i <= random.nextInt(3); i++) {
            pods.app(part("a" + i, random));
          }
          PodRecord pod = pods.init(part("i", random)).read(Families.ALL);
          PlanReply reply = plan(node, pod);
          boolean possible =
              node.devices().stream().anyMatch(device -> takesAll(node, pod, device));
          assertThat(reply.plans().isEmpty()).isNotEqualTo(possible);
          if (possible) {
            holds(node, pod, reply.plans().get(0).allocation());
          }
        });
  }

  private static Containers part(String name, Random random) {
    int[] legal = {2, 8, 32, 64};
    return aContainer(name)
        .limit("mthreads.com/vgpu", "1")
        .limit("mthreads.com/sgpu-memory", Integer.toString(legal[random.nextInt(4)]))
        .limit("mthreads.com/sgpu-core", Integer.toString(1 + random.nextInt(8)));
  }

  private static NodeSnapshot used(Nodes offering, Random random) {
    NodeRecord record = offering.read(Families.ALL);
    Map<DeviceId, DeviceAmount> used = new HashMap<>();
    for (Device device : inventory(record, "Mthreads").devices()) {
      used.put(device.id(), new DeviceAmount(1, 1024L * random.nextInt(48), random.nextInt(16)));
    }
    return new NodeSnapshot("n1", record, used, Map.of(), List.of(), List.of());
  }

  private static boolean takesAll(NodeSnapshot node, PodRecord pod, Device device) {
    List<List<DeviceShare>> slots = new ArrayList<>();
    pod.containers()
        .forEach(
            container -> {
              Demand demand = Objects.requireNonNull(container.demands().get("Mthreads"));
              slots.add(
                  List.of(
                      new DeviceShare(
                          device.id().uuid(),
                          demand.memory().onDevice(device.memoryMiB()),
                          demand.cores())));
            });
    return new PlanCheck(Families.ALL)
        .refusal(
            node,
            NamespaceSnapshot.empty("default"),
            pod,
            new PodAllocation(Map.of("Mthreads", slots)),
            AT)
        .isEmpty();
  }
}
