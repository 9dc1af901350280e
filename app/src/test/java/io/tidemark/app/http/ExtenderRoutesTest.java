package io.tidemark.app.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import io.tidemark.app.scheduling.Extender.HostScore;
import io.tidemark.app.scheduling.Extender.PreemptAnswer;
import io.tidemark.app.scheduling.Extender.PreemptQuestion;
import io.tidemark.app.scheduling.Extender.PrioritizeAnswer;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(HttpTestProfile.class)
class ExtenderRoutesTest {
  private static final String NO_LISTS =
      "\"Nodes\":null,\"NodeNames\":null,\"FailedNodes\":null,\"FailedAndUnresolvableNodes\":null";

  @Inject ScriptedExtender extender;

  @BeforeEach
  void forget() {
    extender.filters.clear();
    extender.binds.clear();
    extender.preempts.clear();
  }

  static Stream<Arguments> envelopes() {
    String two = Requests.node("n1") + "," + Requests.node("n2");
    return Stream.of(
        argumentSet(
            "a node by name",
            Requests.byName("n1", "n2"),
            new FilterAnswer.Nodes(List.of("n2"), List.of()),
            200,
            "{\"Nodes\":null,\"NodeNames\":[\"n2\"],\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"),
        argumentSet(
            "a whole node",
            Requests.whole(Requests.node("n1"), Requests.node("n2")),
            new FilterAnswer.Nodes(List.of("n2"), List.of()),
            200,
            "{\"Nodes\":{\"metadata\":{},\"items\":["
                + Requests.node("n2")
                + "]},\"NodeNames\":null,\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"),
        argumentSet(
            "no node",
            Requests.byName("n1", "n2"),
            new FilterAnswer.Nodes(
                List.of(), List.of(Requests.full("n1"), Requests.unregistered("n2"))),
            200,
            "{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":{\"n1\":\"1/2 CardCordoned,"
                + " 1/2 CardInsufficientMemory (needs 3000 MiB, 100 free)\"},"
                + "\"FailedAndUnresolvableNodes\":{\"n2\":\"node unregistered\"},\"Error\":\"\"}"),
        argumentSet(
            "every node by name",
            Requests.byName("n1", "n2"),
            new FilterAnswer.All(),
            200,
            "{\"Nodes\":null,\"NodeNames\":[\"n1\",\"n2\"],\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"),
        argumentSet(
            "every whole node",
            Requests.whole(two),
            new FilterAnswer.All(),
            200,
            "{\"Nodes\":{\"metadata\":{},\"items\":["
                + two
                + "]},\"NodeNames\":null,\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"),
        argumentSet(
            "no candidates",
            Requests.byName(),
            new FilterAnswer.Nodes(List.of(), List.of()),
            200,
            "{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":null,"
                + "\"FailedAndUnresolvableNodes\":null,\"Error\":\"\"}"),
        argumentSet(
            "no answer",
            Requests.byName("n1"),
            new FilterAnswer.Failed("bind in progress"),
            200,
            "{" + NO_LISTS + ",\"Error\":\"bind in progress\"}"),
        argumentSet(
            "no answer and no reason",
            Requests.byName("n1"),
            new FilterAnswer.Failed(""),
            200,
            "{" + NO_LISTS + ",\"Error\":\"no reason given\"}"),
        argumentSet(
            "an answer that cannot be",
            Requests.byName("n1"),
            new FilterAnswer.Nodes(List.of("n9"), List.of()),
            200,
            "{"
                + NO_LISTS
                + ",\"Error\":\"internal error: java.lang.IllegalStateException:"
                + " chose nodes that were not asked about: [n9]\"}"),
        argumentSet(
            "another leads",
            Requests.byName("n1"),
            new FilterAnswer.NotLeading("tidemark-1 leads"),
            503,
            "{" + NO_LISTS + ",\"Error\":\"tidemark-1 leads\"}"));
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void everyAnswerOfAFilterIsWrittenAsGoReadsIt(
      String asked, FilterAnswer answer, int status, String expected) {
    extender.answers(answer);
    Response response = post("/filter", asked);
    assertThat(response.asString()).isEqualTo(expected);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.contentType()).isEqualTo("application/json");
  }

  @Test
  void aPodReachesTheExtenderWhole() throws Exception {
    extender.answers(new FilterAnswer.All());
    post("/filter", Requests.byName("n1"));
    FilterQuestion question = extender.filters.poll(1, TimeUnit.SECONDS);
    assertThat(question.pod()).hasToString(Requests.POD);
  }

  @Test
  void anExtenderThatBreaksIsAnErrorAndNotADroppedConnection() {
    extender.filter =
        question -> {
          throw new IllegalArgumentException("oops");
        };
    assertThat(post("/filter", Requests.byName("n1")).jsonPath().getString("Error"))
        .isEqualTo("internal error: java.lang.IllegalArgumentException: oops");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "{\"Pod\":null}", "\u0000", "{\"Pod\":{}}"})
  void whatCannotBeReadIsAnswered(String body) {
    for (String path : List.of("/filter", "/bind")) {
      Response response = post(path, body);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.jsonPath().getString("Error")).isNotEmpty();
    }
    for (String path : List.of("/prioritize", "/preempt")) {
      Response response = post(path, body);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.jsonPath().getString("Error")).isNotEmpty();
    }
    assertThat(extender.filters).isEmpty();
    assertThat(extender.preempts).isEmpty();
    assertThat(extender.binds).isEmpty();
  }

  @Test
  void tensOfMegabytesOfNodesAreTaken() throws Exception {
    extender.answers(new FilterAnswer.Nodes(List.of("n4999"), List.of()));
    String image = "{\"names\":[\"registry.example/" + "x".repeat(170) + "\"],\"sizeBytes\":1}";
    String images = String.join(",", java.util.Collections.nCopies(19, image));
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      items.append(i == 0 ? "" : ",");
      items
          .append("{\"metadata\":{\"name\":\"n")
          .append(i)
          .append("\"},\"status\":{\"images\":[")
          .append(images)
          .append("]}}");
    }
    String body = Requests.whole(items.toString());
    assertThat(body.length()).isBetween(20_000_000, HttpTestProfile.MAX_FILTER_BODY);
    Response response = post("/filter", body);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.jsonPath().getList("Nodes.items.metadata.name")).containsExactly("n4999");
    assertThat(response.jsonPath().getList("Nodes.items[0].status.images")).hasSize(19);
    assertThat(extender.filters.poll(1, TimeUnit.SECONDS).nodes()).hasSize(5_000);
  }

  @Test
  void aLargerRequestIsRefusedWithAReason() {
    String names = "\"" + "n".repeat(HttpTestProfile.MAX_FILTER_BODY) + "\"";
    String body = "{\"Pod\":{},\"NodeNames\":[" + names + "]}";
    then(post("/filter", body))
        .statusCode(413)
        .header("Connection", "close")
        .body("Nodes", nullValue())
        .body(
            "Error",
            equalTo(
                "the request is larger than "
                    + HttpTestProfile.MAX_FILTER_BODY
                    + " bytes; see the tidemark.http settings"));
    String bind = "{\"PodName\":\"" + "n".repeat(HttpTestProfile.MAX_BODY) + "\"}";
    then(post("/bind", bind)).statusCode(413);
  }

  @Test
  void scoresAreAnsweredAsAList() {
    extender.prioritize =
        new PrioritizeAnswer.Scores(List.of(new HostScore("n1", 10), new HostScore("n2", 3)));
    assertThat(post("/prioritize", Requests.byName("n1", "n2")).asString())
        .isEqualTo("[{\"Host\":\"n1\",\"Score\":10},{\"Host\":\"n2\",\"Score\":3}]");
  }

  @Test
  void aPrioritizeWithoutAnswerHasAnErrorStatus() {
    extender.prioritize = new PrioritizeAnswer.Failed("not synced");
    then(post("/prioritize", Requests.byName("n1")))
        .statusCode(500)
        .body("Error", equalTo("not synced"));
    extender.prioritize = new PrioritizeAnswer.NotLeading("tidemark-1 leads");
    then(post("/prioritize", Requests.byName("n1")))
        .statusCode(503)
        .header("Connection", "close")
        .body("Error", equalTo("tidemark-1 leads"));
  }

  @Test
  void theNodesThatStayAreAnsweredWithTheirVictims() throws Exception {
    extender.preempt =
        new PreemptAnswer.Nodes(
            Map.of("n1", List.of("u2", "u3", "u9"), "n2", List.of("u4"), "n3", List.of()));
    Response response =
        post(
            "/preempt",
            "{\"Pod\":"
                + Requests.POD
                + ",\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":{"
                + "\"n1\":{\"Pods\":[{\"UID\":\"u2\"},{\"UID\":\"u3\"}],\"NumPDBViolations\":2},"
                + "\"n2\":{\"Pods\":[{\"UID\":\"u4\"}],\"NumPDBViolations\":0},"
                + "\"n3\":{\"Pods\":null,\"NumPDBViolations\":0}}}");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.contentType()).isEqualTo("application/json");
    // kube-scheduler gives up where a node has no victim.
    assertThat(response.asString())
        .isEqualTo(
            "{\"NodeNameToMetaVictims\":{"
                + "\"n1\":{\"Pods\":[{\"UID\":\"u2\"},{\"UID\":\"u3\"},{\"UID\":\"u9\"}],"
                + "\"NumPDBViolations\":2},"
                + "\"n2\":{\"Pods\":[{\"UID\":\"u4\"}],\"NumPDBViolations\":0}}}");
    PreemptQuestion question = extender.preempts.poll(1, TimeUnit.SECONDS);
    assertThat(question.pod()).hasToString(Requests.POD);
    assertThat(question.victims())
        .isEqualTo(Map.of("n1", List.of("u2", "u3"), "n2", List.of("u4"), "n3", List.of()));
  }

  @Test
  void noNodeIsAnEmptyAnswerToAPreempt() {
    extender.preempt = new PreemptAnswer.Nodes(Map.of());
    assertThat(post("/preempt", "{\"Pod\":{},\"NodeNameToMetaVictims\":{}}").asString())
        .isEqualTo("{\"NodeNameToMetaVictims\":{}}");
  }

  @Test
  void aPreemptWithoutAnswerHasAnErrorStatus() {
    String body = "{\"Pod\":{},\"NodeNameToMetaVictims\":{}}";
    extender.preempt = new PreemptAnswer.Failed("not synced");
    then(post("/preempt", body)).statusCode(500).body("Error", equalTo("not synced"));
    extender.preempt = new PreemptAnswer.NotLeading("tidemark-1 leads");
    then(post("/preempt", body))
        .statusCode(503)
        .header("Connection", "close")
        .body("Error", equalTo("tidemark-1 leads"));
  }

  static Stream<Arguments> bindAnswers() {
    return Stream.of(
        argumentSet("bound", new BindAnswer.Bound(), 200, "{\"Error\":\"\"}"),
        argumentSet("not bound", new BindAnswer.Failed("locked"), 200, "{\"Error\":\"locked\"}"),
        argumentSet(
            "not bound, no reason",
            new BindAnswer.Failed(" "),
            200,
            "{\"Error\":\"no reason given\"}"),
        argumentSet("another leads", new BindAnswer.NotLeading("x"), 503, "{\"Error\":\"x\"}"));
  }

  @ParameterizedTest
  @MethodSource("bindAnswers")
  void everyAnswerOfABindIsWrittenAsGoReadsIt(BindAnswer answer, int status, String expected)
      throws Exception {
    extender.answers(answer);
    Response response = post("/bind", Requests.bind());
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.asString()).isEqualTo(expected);
    assertThat(extender.binds.poll(1, TimeUnit.SECONDS).question())
        .isEqualTo(new BindQuestion("team-a", "train", "u1", "n1"));
  }

  @Test
  void aBindThatBreaksIsAnError() {
    extender.bind = question -> CompletableFuture.failedFuture(new IllegalStateException("oops"));
    assertThat(post("/bind", Requests.bind()).asString())
        .isEqualTo("{\"Error\":\"internal error: java.lang.IllegalStateException: oops\"}");
  }

  @Test
  void manyBindsMayWaitWhileFiltersAreAnswered() throws Exception {
    CompletableFuture<BindAnswer> answer = new CompletableFuture<>();
    extender.bind = question -> answer;
    extender.answers(new FilterAnswer.All());
    RawHttp[] waiting = new RawHttp[100];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = new RawHttp(RestAssured.port);
      waiting[i].post("/bind", Requests.bind());
    }
    for (int i = 0; i < waiting.length; i++) {
      assertThat(extender.binds.poll(5, TimeUnit.SECONDS)).isNotNull();
    }
    then(post("/filter", Requests.byName("n1"))).statusCode(200);
    answer.complete(new BindAnswer.Bound());
    for (RawHttp bind : waiting) {
      assertThat(bind.readTo("{\"Error\":\"\"}")).startsWith("HTTP/1.1 200 OK");
      bind.close();
    }
  }

  @Test
  void aCallerThatHangsUpIsGone() throws Exception {
    CompletableFuture<BindAnswer> answer = new CompletableFuture<>();
    extender.bind = question -> answer;
    ScriptedExtender.Bind bind;
    try (RawHttp http = new RawHttp(RestAssured.port)) {
      http.post("/bind", Requests.bind());
      bind = extender.binds.poll(5, TimeUnit.SECONDS);
      assertThat(bind).isNotNull();
      assertThat(bind.caller().gone()).isFalse();
    }
    Duration patience = Duration.ofSeconds(5);
    long deadline = System.nanoTime() + patience.toNanos();
    while (!bind.caller().gone() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(bind.caller().gone()).isTrue();
    answer.complete(new BindAnswer.Failed("too late"));
    extender.answers(new BindAnswer.Bound());
    then(post("/bind", Requests.bind())).statusCode(200);
  }

  @Test
  void whoDoesNotLeadClosesTheConnectionAndOthersKeepIt() throws Exception {
    extender.answers(new FilterAnswer.NotLeading("tidemark-1 leads"));
    try (RawHttp http = new RawHttp(RestAssured.port)) {
      http.post("/filter", Requests.byName("n1"));
      String whole = http.readToEnd();
      assertThat(whole).startsWith("HTTP/1.1 503 ").endsWith("\"Error\":\"tidemark-1 leads\"}");
      assertThat(whole.toLowerCase(java.util.Locale.ROOT)).contains("connection: close");
    }
    extender.answers(new FilterAnswer.All());
    try (RawHttp http = new RawHttp(RestAssured.port)) {
      for (int i = 0; i < 3; i++) {
        http.post("/filter", Requests.byName("n1"));
        http.readTo("\"Error\":\"\"}");
      }
    }
  }

  @Test
  void onlyPostsAreTaken() {
    given().get("/filter").then().statusCode(405);
    given().delete("/bind").then().statusCode(405);
  }

  private static Response post(String path, String body) {
    return given().contentType("application/json").body(body).post(path);
  }

  private static ValidatableResponse then(Response response) {
    Assertions.assertThat(response).isNotNull();
    return response.then();
  }
}
