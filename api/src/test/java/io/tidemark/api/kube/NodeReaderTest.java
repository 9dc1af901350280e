package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Nodes.aNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.Handshake;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PairScores;
import io.tidemark.api.model.Problem;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeReaderTest {
  private static final String REGISTER = "hami.io/node-nvidia-register";

  private static FamilyInventory nvidia(Nodes node) {
    return Objects.requireNonNull(node.read().inventories().get("NVIDIA"));
  }

  @Test
  void readsCardsCordonHandshakeAndTheKubeletsCount() {
    FamilyInventory inventory =
        nvidia(
            aNode("n1")
                .card("GPU-a", 24000)
                .card("GPU-b", 24000)
                .annotation("hami.io/device-cordon", " GPU-b ,,GPU-x")
                .annotation("hami.io/node-handshake", "Requesting_2030-01-31 12:00:05")
                .allocatable("nvidia.com/gpu", "20"));

    assertThat(inventory.devices())
        .extracting(d -> d.id().uuid())
        .containsExactly("GPU-a", "GPU-b");
    assertThat(inventory.cordoned()).containsExactlyInAnyOrder("GPU-b", "GPU-x");
    assertThat(inventory.handshake())
        .isEqualTo(new Handshake(Instant.parse("2030-01-31T12:00:05Z")));
    assertThat(inventory.allocatable()).isEqualTo(20);
    assertThat(inventory.unreadable()).isNull();
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({"0,0", "10,10", "1k,1000", "1500m,1", "-3,0", "1e30,9223372036854775807"})
  void theKubeletsCountIsWhole(String quantity, long count) {
    assertThat(
            nvidia(aNode("n").card("g", 1).allocatable("nvidia.com/gpu", quantity)).allocatable())
        .isEqualTo(count);
  }

  @Test
  void aResourceThatTheNodeDoesNotNameHasNoCount() {
    assertThat(nvidia(aNode("n").card("g", 1)).allocatable()).isNull();
    assertThat(nvidia(aNode("n").card("g", 1).allocatable("cpu", "8")).allocatable()).isNull();
  }

  @Test
  void pairScoresAreOfTheRegisteredCards() {
    FamilyInventory inventory =
        nvidia(
            aNode("n")
                .card("g0", 1)
                .card("g1", 1)
                .card("g2", 1)
                .annotation(
                    "hami.io/node-nvidia-score",
                    "[{\"uuid\":\"g0\",\"score\":{\"g1\":120,\"g2\":50,\"gone\":9}},"
                        + "{\"uuid\":\"g1\",\"score\":{\"g0\":100}},"
                        + "{\"uuid\":\"g2\",\"score\":null},"
                        + "{\"uuid\":\"gone\",\"score\":{\"g0\":7}}]"));

    // The two entries of g0 and g1 differ; of g0 and g2 there is one.
    assertThat(inventory.pairScores().of(0, 1)).isEqualTo(100);
    assertThat(inventory.pairScores().of(1, 0)).isEqualTo(100);
    assertThat(inventory.pairScores().of(2, 0)).isEqualTo(50);
    assertThat(inventory.pairScores().of(1, 2)).isZero();
    assertThat(nvidia(aNode("n").card("g", 1)).pairScores()).isSameAs(PairScores.NONE);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "[{                               | is not JSON: ",
        "''                               | must be a JSON list, found ",
        "{}                               | must be a JSON list, found {}",
        "[1]                              | entry 0 must be an object with uuid and score, found 1",
        "[{\"uuid\":\"g0\"}]                | entry 0 must be an object with uuid and score",
        "[{\"uuid\":\"g0\",\"score\":{\"g1\":\"x\"}}] | entry 0: the score of \"g1\" must be a 32-bit"
            + " whole number, found \"x\"",
        "[{\"uuid\":\"g0\",\"score\":{\"g1\":1.5}}] | entry 0: the score of \"g1\" must be a 32-bit",
      })
  void unreadablePairScoresAreOneProblemAndKeepTheCards(String text, String reason) {
    NodeRecord node =
        aNode("n").card("g0", 1).card("g1", 1).annotation("hami.io/node-nvidia-score", text).read();

    assertThat(node.problems()).hasSize(1);
    assertThat(node.problems().get(0).toString())
        .startsWith("Node n: metadata.annotations[hami.io/node-nvidia-score]: " + reason)
        .hasLineCount(1);
    FamilyInventory inventory = Objects.requireNonNull(node.inventories().get("NVIDIA"));
    assertThat(inventory.devices()).hasSize(2);
    assertThat(inventory.unreadable()).isNull();
    assertThat(inventory.pairScores().isNone()).isTrue();
  }

  @Test
  void aNodeWithoutARegisterHasNoInventory() {
    NodeRecord node = aNode("n").allocatable("nvidia.com/gpu", "8").read();

    assertThat(node.inventories()).isEmpty();
    assertThat(node.problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "[null]", "{}", "[{\"id\":", "GPU-a,10"})
  void aRegisterThatCannotBeReadIsNamedAndOffersNothing(String text) {
    NodeRecord node = aNode("n1").annotation(REGISTER, text).read();

    FamilyInventory inventory = Objects.requireNonNull(node.inventories().get("NVIDIA"));
    assertThat(inventory.devices()).isEmpty();
    assertThat(node.problems())
        .singleElement()
        .isEqualTo(inventory.unreadable())
        .satisfies(
            problem ->
                assertThat(problem.toString())
                    .startsWith("Node n1: metadata.annotations[" + REGISTER + "]: ")
                    .doesNotContain("\n"));
  }

  @Test
  void aCardThatCannotBeIsNamedAndTheOthersStay() {
    NodeRecord node =
        aNode("n1")
            .annotation(
                REGISTER,
                "[{\"id\":\"bad\",\"devmem\":-1},{\"id\":\"good\",\"devmem\":5,\"type\":\"NVIDIA-X\"},"
                    + "{\"id\":\"odd\",\"devmem\":6,\"type\":\"Other\"}]")
            .read();

    FamilyInventory inventory = Objects.requireNonNull(node.inventories().get("NVIDIA"));
    assertThat(inventory.devices()).extracting(Device::memoryMiB).containsExactly(5L);
    assertThat(inventory.unreadable()).isNull();
    assertThat(node.problems())
        .containsExactly(
            new Problem(
                "Node n1",
                "metadata.annotations[" + REGISTER + "]",
                "card 0 (bad) has a negative count, devmem or devcore"),
            new Problem(
                "Node n1",
                "metadata.annotations[" + REGISTER + "]",
                "card 2 (odd) has type \"Other\", which does not name NVIDIA"));
  }

  @Test
  void handshakesAreReadInTheZoneThatIsConfigured() {
    ObjectNode node =
        aNode("n")
            .card("g", 1)
            .annotation("hami.io/node-handshake", "Requesting_2030-01-31 12:00:05")
            .json();

    NodeReader reader = new NodeReader(Families.BUNDLED, ZoneId.of("Europe/Berlin"));
    assertThat(reader.read(node).value().inventories())
        .extractingByKey("NVIDIA")
        .extracting(FamilyInventory::handshake)
        .isEqualTo(new Handshake(Instant.parse("2030-01-31T11:00:05Z")));
  }

  @Test
  void aQuantityThatIsNoneIsMalformedAndTheNodeIsReadAllTheSame() {
    Reading<NodeRecord> reading =
        new NodeReader(Families.BUNDLED, ZoneOffset.UTC)
            .read(aNode("n1").card("g", 1).allocatable("nvidia.com/gpu", "many").json());

    assertThat(reading.malformed())
        .containsExactly(
            new Problem(
                "Node n1",
                "status.allocatable[nvidia.com/gpu]",
                "must be a quantity like 3000, 3k or 16Gi, found \"many\""));
    assertThat(reading.value().inventories()).containsOnlyKeys("NVIDIA");
  }

  @Test
  void aNodeWithoutANameIsNoNode() {
    ObjectNode node = aNode("n").json();
    ((ObjectNode) node.get("metadata")).remove("name");

    assertThatThrownBy(() -> new NodeReader(Families.BUNDLED, ZoneOffset.UTC).read(node))
        .isInstanceOf(UnreadableObjectException.class)
        .hasMessage("Node : metadata.name: must be a text, is missing");
  }
}
