package io.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.placement.RefusalCode;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.HostScore;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtenderRepliesTest {
  @Test
  void namesAreAnsweredWithNamesInTheOrderOfTheCandidates() throws Exception {
    assertThat(filtered(Requests.byName("n1", "n2", "n3"), List.of("n3", "n1")))
        .isEqualTo(
            "{\"Nodes\":null,\"NodeNames\":[\"n1\",\"n3\"],\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}");
  }

  @Test
  void wholeNodesAreAnsweredWithTheNodesAsTheyCame() throws Exception {
    String odd = "{\"metadata\":{\"name\":\"n2\"}, \"status\":{\"images\":[{\"names\":[\"a\"]}]}}";
    assertThat(filtered(Requests.whole(Requests.node("n1"), odd), List.of("n2")))
        .isEqualTo(
            "{\"Nodes\":{\"metadata\":{},\"items\":["
                + odd
                + "]},\"NodeNames\":null,\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}");
  }

  @Test
  void noNodeIsAnEmptyListAndNoError() throws Exception {
    assertThat(filtered(Requests.byName(), List.of())).contains("\"NodeNames\":[]");
    assertThat(filtered(Requests.whole(), List.of()))
        .contains("\"Nodes\":{\"metadata\":{},\"items\":[]}");
  }

  @Test
  void whatNoEvictionHelpsStandsApart() throws Exception {
    FilterAnswer.Nodes answer =
        new FilterAnswer.Nodes(
            List.of(),
            List.of(
                Requests.unregistered("cpu"),
                Requests.full("n2"),
                Requests.refusal("n1", RefusalCode.CARD_TYPE_MISMATCH, "", true)));
    String reply =
        ExtenderReplies.filtered(args(Requests.byName("n1", "n2", "cpu")), answer).toString();
    assertThat(reply)
        .isEqualTo(
            "{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":{"
                + "\"n2\":\"1/2 CardCordoned, 1/2 CardInsufficientMemory"
                + " (needs 3000 MiB, 100 free)\"},"
                + "\"FailedAndUnresolvableNodes\":{\"cpu\":\"node unregistered\","
                + "\"n1\":\"1/2 CardCordoned, 1/2 CardTypeMismatch\"},\"Error\":\"\"}");
  }

  @Test
  void aNodeStandsInOnePlaceOnly() throws Exception {
    FilterAnswer.Nodes answer =
        new FilterAnswer.Nodes(
            List.of("n1"),
            List.of(Requests.full("n1"), Requests.full("n2"), Requests.unregistered("n2")));
    String reply = ExtenderReplies.filtered(args(Requests.byName("n1", "n2")), answer).toString();
    assertThat(reply)
        .contains("\"NodeNames\":[\"n1\"],\"FailedNodes\":null,")
        .contains("\"FailedAndUnresolvableNodes\":{\"n2\":");
  }

  @Test
  void aNodeThatWasNotAskedAboutIsNeverAnswered() throws Exception {
    FilterArgs args = args(Requests.byName("n1"));
    FilterAnswer.Nodes answer = new FilterAnswer.Nodes(List.of("n9"), List.of());
    assertThatThrownBy(() -> ExtenderReplies.filtered(args, answer)).hasMessageContaining("n9");
  }

  @Test
  void allIsEveryCandidateInTheFormAsked() throws Exception {
    assertThat(ExtenderReplies.all(args(Requests.byName("n1", "n2"))).toString())
        .contains("\"Nodes\":null,\"NodeNames\":[\"n1\",\"n2\"]");
    String nodes = Requests.node("n1") + "," + Requests.node("n2");
    assertThat(ExtenderReplies.all(args(Requests.whole(nodes))).toString())
        .contains("\"items\":[" + nodes + "]},\"NodeNames\":null");
  }

  @Test
  void anErrorStandsAlone() {
    assertThat(ExtenderReplies.notFiltered("a\nb").toString())
        .isEqualTo(
            "{\"Nodes\":null,\"NodeNames\":null,\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"a b\"}");
    assertThat(ExtenderReplies.error("").toString()).isEqualTo("{\"Error\":\"\"}");
  }

  @Test
  void scoresAreAList() {
    assertThat(ExtenderReplies.scores(List.of(new HostScore("n1", 10), new HostScore("n2", 0))))
        .hasToString("[{\"Host\":\"n1\",\"Score\":10},{\"Host\":\"n2\",\"Score\":0}]");
    assertThat(ExtenderReplies.scores(List.of())).hasToString("[]");
  }

  private static String filtered(String body, List<String> chosen)
      throws UnreadableRequestException {
    return ExtenderReplies.filtered(args(body), new FilterAnswer.Nodes(chosen, List.of()))
        .toString();
  }

  private static FilterArgs args(String body) throws UnreadableRequestException {
    return FilterArgs.read(Requests.bytes(body));
  }
}
