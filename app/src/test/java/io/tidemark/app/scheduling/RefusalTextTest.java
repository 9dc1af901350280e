package io.tidemark.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefusalTextTest {
  private static NodeRefusal refusal(String node, RefusalCode code, String detail) {
    return new NodeRefusal(node, code, "", List.of(), detail, false);
  }

  private static NodeRefusal unregistered(String node) {
    return refusal(node, RefusalCode.NODE_UNREGISTERED, "no card");
  }

  @Test
  void nodesOfOneReasonStandTogetherAndTheMostFrequentFirst() {
    assertThat(
            RefusalText.of(
                List.of(
                    refusal("a", RefusalCode.NODE_INSUFFICIENT_DEVICE, ""),
                    unregistered("b"),
                    unregistered("c"))))
        .isEqualTo("b, c: node unregistered (no card); a: NodeInsufficientDevice");
  }

  @Test
  void manyNodesAreCountedAndThreeAreNamed() {
    assertThat(
            RefusalText.of(
                List.of(
                    unregistered("a"), unregistered("b"), unregistered("c"), unregistered("d"))))
        .isEqualTo("4 nodes (a, b, c, ...): node unregistered (no card)");
  }

  @Test
  void numbersThatDifferFromNodeToNodeAreSaidOfTheNodeTheyAreTrueFor() {
    assertThat(
            RefusalText.of(
                List.of(
                    refusal("a", RefusalCode.NODE_INSUFFICIENT_DEVICE, "has 1 card"),
                    refusal("b", RefusalCode.NODE_INSUFFICIENT_DEVICE, "has 2 cards"))))
        .isEqualTo("a, b: NodeInsufficientDevice (on a has 1 card)");
  }

  @Test
  void nodesThatWereNotAskedAboutHaveTheirOwnReason() {
    assertThat(RefusalText.of(List.of(), Map.of("a", "has a taint"))).isEqualTo("a: has a taint");
    assertThat(RefusalText.of(List.of())).isEqualTo("there is no node");
  }
}
