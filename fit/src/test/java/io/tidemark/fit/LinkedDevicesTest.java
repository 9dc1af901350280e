package io.tidemark.fit;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.fit.Cluster.uuids;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.NodePlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policy {@code topology-aware}: sets of devices by the links between them. */
class LinkedDevicesTest {
  /** Pairs a-d and b-c are linked best, a-b well. */
  private static Nodes fourCards() {
    return aNode("n1")
        .card("GPU-a", 24000)
        .card("GPU-b", 24000)
        .card("GPU-c", 24000)
        .card("GPU-d", 24000)
        .annotation(
            "hami.io/node-nvidia-score",
            """
            [{"uuid":"GPU-a","score":{"GPU-b":100,"GPU-c":10,"GPU-d":200}},
             {"uuid":"GPU-b","score":{"GPU-a":100,"GPU-c":200,"GPU-d":10}},
             {"uuid":"GPU-c","score":{"GPU-a":10,"GPU-b":200,"GPU-d":20}},
             {"uuid":"GPU-d","score":{"GPU-a":200,"GPU-b":10,"GPU-c":20}}]
            """);
  }

  private static Cluster linked() {
    return Cluster.of(fourCards()).preferring(SetPolicy.LINKED);
  }

  private static Containers gpus(String name, int count, long mib) {
    return aContainer(name).gpus(count).memory(mib);
  }

  @ParameterizedTest(name = "{0} cards")
  @CsvSource({
    // Sums to the others: a 310, b 310, c 230, d 230. The lower index of c and d.
    "1, GPU-c",
    // a-d and b-c have 200; the one that comes first in the order of devices.
    "2, GPU-a+GPU-d",
    // abc 310, abd 310, acd 230, bcd 230.
    "3, GPU-a+GPU-b+GPU-c",
    "4, GPU-a+GPU-b+GPU-c+GPU-d",
  })
  void theBestLinkedSetIsTaken(int count, String expected) {
    assertThat(uuids(linked().planned(aPod("p").app(gpus("a", count, 1000))))).isEqualTo(expected);
  }

  @Test
  void ofEqualSetsTheEmptierDevicesAreTaken() {
    Cluster cluster =
        linked().with(aPod("x").app(gpu("main", 100)).boundTo("n1", "GPU-a,NVIDIA,100,0:;"));
    assertThat(uuids(cluster.planned(aPod("p").app(gpus("a", 2, 1000))))).isEqualTo("GPU-b+GPU-c");
  }

  @Test
  void aDeviceWithoutRoomIsNoCandidate() {
    Cluster cluster =
        linked()
            .with(
                aPod("x").app(gpu("main", 24000)).boundTo("n1", "GPU-a,NVIDIA,24000,0:;"),
                aPod("y").app(gpu("main", 24000)).boundTo("n1", "GPU-b,NVIDIA,24000,0:;"));
    assertThat(uuids(cluster.planned(aPod("p").app(gpus("a", 2, 1000))))).isEqualTo("GPU-c+GPU-d");
  }

  @Test
  void theSmallestFootprintComesBeforeTheLinks() {
    // Half of a small card is less than half of a large one, however well the large ones are
    // linked.
    Nodes nodes =
        aNode("n1")
            .card("GPU-a", 24000)
            .card("GPU-b", 24000)
            .card("GPU-c", 12000)
            .card("GPU-d", 12000)
            .annotation(
                "hami.io/node-nvidia-score", "[{\"uuid\":\"GPU-a\",\"score\":{\"GPU-b\":400}}]");
    Cluster cluster = Cluster.of(nodes).preferring(SetPolicy.LINKED);
    assertThat(uuids(cluster.planned(aPod("p").app(aContainer("a").gpus(2).memoryPercent(50)))))
        .isEqualTo("GPU-c+GPU-d");
    assertThat(uuids(cluster.planned(aPod("p").app(gpus("a", 2, 6000))))).isEqualTo("GPU-a+GPU-b");
  }

  @Test
  void anInitContainerTakesTheBestLinkedOfTheAppsDevices() {
    NodePlan plan = linked().planned(aPod("p").init(gpus("i", 2, 500)).app(gpus("a", 3, 1000)));
    assertThat(uuids(plan)).isEqualTo("GPU-b+GPU-c;GPU-a+GPU-b+GPU-c");
    assertThat(plan.merged()).isEqualTo(new DeviceAmount(3, 3000, 0));
  }

  @Test
  void withoutScoresItSpreads() {
    Cluster cluster =
        Cluster.of(aNode("n1").card("GPU-a", 24000).card("GPU-b", 24000).card("GPU-c", 24000))
            .with(aPod("x").app(gpu("main", 100)).boundTo("n1", "GPU-a,NVIDIA,100,0:;"))
            .preferring(SetPolicy.LINKED);
    assertThat(uuids(cluster.planned(aPod("p").app(gpus("a", 2, 1000))))).isEqualTo("GPU-b+GPU-c");
    assertThat(uuids(cluster.planned(aPod("p").app(gpu("a", 1000))))).isEqualTo("GPU-b");
  }

  @Test
  void withNumaBindTheBestLinkedSetOfAllNumaNodesIsTaken() {
    Nodes nodes =
        aNode("n1")
            .card("GPU-a", 24000, 100, 10, 0)
            .card("GPU-b", 24000, 100, 10, 1)
            .card("GPU-c", 24000, 100, 10, 0)
            .card("GPU-d", 24000, 100, 10, 1)
            .annotation(
                "hami.io/node-nvidia-score",
                "[{\"uuid\":\"GPU-a\",\"score\":{\"GPU-b\":900,\"GPU-c\":50,\"GPU-d\":900}},"
                    + "{\"uuid\":\"GPU-b\",\"score\":{\"GPU-d\":40}}]");
    Pods pod = aPod("p").annotation("nvidia.com/numa-bind", "true").app(gpus("a", 2, 1000));
    assertThat(uuids(Cluster.of(nodes).preferring(SetPolicy.LINKED).planned(pod)))
        .isEqualTo("GPU-a+GPU-c");
  }

  @Test
  void theOrderInWhichDevicesAndScoresAreListedDoesNotMatter() {
    Nodes shuffled =
        aNode("n1")
            .annotation(
                "hami.io/node-nvidia-register",
                """
                [{"id":"GPU-b","index":1,"count":10,"devmem":24000,"devcore":100,"type":"NVIDIA-X","health":true},
                 {"id":"GPU-d","index":3,"count":10,"devmem":24000,"devcore":100,"type":"NVIDIA-X","health":true},
                 {"id":"GPU-a","index":0,"count":10,"devmem":24000,"devcore":100,"type":"NVIDIA-X","health":true},
                 {"id":"GPU-c","index":2,"count":10,"devmem":24000,"devcore":100,"type":"NVIDIA-X","health":true}]
                """)
            .annotation(
                "hami.io/node-nvidia-score",
                """
                [{"uuid":"GPU-d","score":{"GPU-c":20,"GPU-b":10,"GPU-a":200}},
                 {"uuid":"GPU-c","score":{"GPU-a":10,"GPU-b":200}},
                 {"uuid":"GPU-b","score":{"GPU-a":100}}]
                """);
    for (int count = 1; count <= 4; count++) {
      Pods pod = aPod("p").app(gpus("a", count, 1000));
      Pods again = aPod("p").app(gpus("a", count, 1000));
      assertThat(uuids(Cluster.of(shuffled).preferring(SetPolicy.LINKED).planned(pod)))
          .isEqualTo(uuids(linked().planned(again)));
    }
  }

  /** 16 choose 8 is tried in full; 32 choose 16 is not, and still finds the two islands apart. */
  @ParameterizedTest
  @CsvSource({"16, 8", "32, 16", "64, 32"})
  void manyDevicesAreSearchedWithinBounds(int devices, int count) {
    Nodes nodes = aNode("n1");
    StringBuilder scores = new StringBuilder("[");
    for (int i = 0; i < devices; i++) {
      nodes.card("GPU-" + i, 24000);
      scores
          .append(i == 0 ? "" : ",")
          .append("{\"uuid\":\"GPU-")
          .append(i)
          .append("\",\"score\":{");
      for (int j = 0; j < i; j++) {
        // Even and odd devices are two islands.
        int score = (i + j) % 2 == 0 ? 100 : 10;
        scores.append(j == 0 ? "" : ",").append("\"GPU-").append(j).append("\":").append(score);
      }
      scores.append("}}");
    }
    nodes.annotation("hami.io/node-nvidia-score", scores.append("]").toString());
    NodePlan plan =
        Cluster.of(nodes)
            .preferring(SetPolicy.LINKED)
            .planned(aPod("p").app(gpus("a", count, 1000)));
    assertThat(plan.allocation().shares("NVIDIA", 0))
        .extracting(share -> Integer.parseInt(share.uuid().substring(4)) % 2)
        .containsOnly(0);
  }
}
