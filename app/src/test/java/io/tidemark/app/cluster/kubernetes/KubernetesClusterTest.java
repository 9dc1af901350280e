package io.tidemark.app.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import io.tidemark.app.cluster.ClusterGateway.Lookup;
import io.tidemark.app.cluster.ClusterGateway.WriteOutcome;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.ObservedNode;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesClusterTest {
  private static final String POD = "/api/v1/namespaces/team-a/pods/train";
  private static final String CREATED = "{\"kind\":\"Status\",\"status\":\"Success\"}";
  private static final Map<String, String> LABEL = Map.of("hami.io/vgpu-node", "n1");

  private final PodRecord train =
      Pods.aPod("team-a/train").uid("u1").version(7).app(Containers.gpu("app", 1)).read();
  private final Map<String, String> bodies = new HashMap<>();
  private final Map<String, Integer> statuses = new HashMap<>();
  private final HttpStub stub = new HttpStub(this::serve);
  private final KubernetesCluster cluster = cluster();

  private KubernetesCluster cluster() {
    ApiServer server = stub.api(Duration.ofSeconds(2));
    return new KubernetesCluster(
        server,
        new ObjectReader(Families.BUNDLED, ZoneOffset.UTC),
        new PodEvents(server, "tidemark", 10, Clock.systemUTC()));
  }

  @AfterEach
  void stop() {
    stub.close();
  }

  private void serve(HttpServerRequest request, String body) {
    String call = request.method() + " " + request.path();
    HttpStub.answer(request, statuses.getOrDefault(call, 200), bodies.getOrDefault(call, CREATED));
  }

  private void given(String call, int status, String body) {
    statuses.put(call, status);
    bodies.put(call, body);
  }

  private void givenVersion(String minor) {
    given("GET /version", 200, "{\"major\":\"1\",\"minor\":\"" + minor + "\"}");
  }

  private List<String> calls() {
    return stub.seen().stream().map(seen -> seen.method() + " " + seen.uri()).toList();
  }

  private JsonNode sent(String method) throws IOException {
    HttpStub.Seen last = null;
    for (HttpStub.Seen seen : stub.seen()) {
      last = seen.method().equals(method) ? seen : last;
    }
    assertThat(last).as(method).isNotNull();
    return Json.MAPPER.readTree(last.body());
  }

  @Test
  void aBindingCarriesWhatItIsConditionalOnAndWhatGoesIntoThePod() throws IOException {
    givenVersion("36");
    BindOutcome outcome = cluster.bind(train, "n1", Map.of("a/b", "c"), LABEL);
    assertThat(outcome).isEqualTo(new BindOutcome.Bound());
    assertThat(sent("POST"))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"apiVersion":"v1","kind":"Binding",
                 "metadata":{"uid":"u1","resourceVersion":"7","namespace":"team-a","name":"train",
                             "annotations":{"a/b":"c"},"labels":{"hami.io/vgpu-node":"n1"}},
                 "target":{"apiVersion":"v1","kind":"Node","name":"n1"}}
                """));
    assertThat(calls()).containsExactly("GET /version", "POST " + POD + "/binding");
  }

  @Test
  void aPodOfUnknownVersionIsBoundUnderItsUidAlone() throws IOException {
    PodRecord pod = Pods.aPod("team-a/train").uid("u1").version(-1).read();
    assertThat(pod.resourceVersion()).isEqualTo(PodRecord.UNKNOWN_VERSION);
    cluster.bind(pod, "n1", Map.of(), Map.of());
    assertThat(sent("POST").path("metadata").has("resourceVersion")).isFalse();
    assertThat(sent("POST").path("metadata").path("uid").asText()).isEqualTo("u1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"35", "36", "36+", "40"})
  void labelsTravelInTheBindingFromVersion35On(String minor) {
    givenVersion(minor);
    cluster.bind(train, "n1", Map.of(), LABEL);
    assertThat(calls()).doesNotContain("PATCH " + POD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"34", "34+", "27", "", "x"})
  void belowTheLabelIsWrittenFirstAndTheBindingIsConditionalOnThat(String minor)
      throws IOException {
    givenVersion(minor);
    given("PATCH " + POD, 200, "{\"metadata\":{\"resourceVersion\":\"9\"}}");
    assertThat(cluster.bind(train, "n1", Map.of(), LABEL)).isEqualTo(new BindOutcome.Bound());
    assertThat(calls()).containsExactly("GET /version", "PATCH " + POD, "POST " + POD + "/binding");
    assertThat(sent("PATCH").toString())
        .isEqualTo(
            "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"7\","
                + "\"labels\":{\"hami.io/vgpu-node\":\"n1\"}}}");
    assertThat(sent("POST").path("metadata").path("resourceVersion").asText()).isEqualTo("9");
  }

  @Test
  void theVersionIsAskedForUntilItIsFoundAndThenNoMore() {
    given("GET /version", 503, "");
    given("PATCH " + POD, 200, "{\"metadata\":{\"resourceVersion\":\"9\"}}");
    cluster.bind(train, "n1", Map.of(), LABEL);
    givenVersion("36");
    cluster.bind(train, "n1", Map.of(), LABEL);
    cluster.bind(train, "n1", Map.of(), LABEL);
    assertThat(calls()).filteredOn("GET /version"::equals).hasSize(2);
    assertThat(calls()).filteredOn(call -> call.startsWith("PATCH")).hasSize(1);
  }

  @Test
  void withoutALabelTheVersionDoesNotMatter() {
    cluster.bind(train, "n1", Map.of(), Map.of());
    assertThat(calls()).containsExactly("POST " + POD + "/binding");
  }

  @ParameterizedTest
  @CsvSource({"409,Outdated", "404,Refused", "403,Refused", "500,Refused"})
  void aLabelThatCannotBeWrittenMeansNoBinding(int status, String outcome) {
    givenVersion("34");
    given("PATCH " + POD, status, "{}");
    assertThat(cluster.bind(train, "n1", Map.of(), LABEL).getClass().getSimpleName())
        .isEqualTo(outcome);
    assertThat(calls()).noneMatch(call -> call.startsWith("POST"));
  }

  @Test
  void annotationsOfANodeAreSetAndRemovedUnderItsVersion() throws IOException {
    given("PATCH /api/v1/nodes/n1", 200, "{\"metadata\":{\"resourceVersion\":\"12\"}}");
    Map<String, @Nullable String> annotations = new LinkedHashMap<>();
    annotations.put("lock", "mine");
    annotations.put("old", null);
    assertThat(cluster.annotateNode("n1", 11, annotations)).isEqualTo(new WriteOutcome.Written(12));
    assertThat(stub.seen().get(0).contentType()).isEqualTo("application/merge-patch+json");
    assertThat(sent("PATCH").toString())
        .isEqualTo(
            "{\"metadata\":{\"resourceVersion\":\"11\","
                + "\"annotations\":{\"lock\":\"mine\",\"old\":null}}}");
  }

  @Test
  void aNodeOfUnknownVersionIsNotWritten() {
    assertThat(cluster.annotateNode("n1", PodRecord.UNKNOWN_VERSION, Map.of("a", "b")))
        .isInstanceOf(WriteOutcome.Failed.class);
    assertThat(stub.seen()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"409,Conflict", "404,Absent", "403,Failed", "422,Failed", "429,Failed", "500,Failed"})
  void anAnswerToAWriteSaysWhatBecameOfIt(int status, String outcome) {
    given("PATCH /api/v1/nodes/n1", status, "{\"message\":\"so it is\"}");
    given("PATCH " + POD, status, "{\"message\":\"so it is\"}");
    assertThat(cluster.annotateNode("n1", 11, Map.of()).getClass().getSimpleName())
        .isEqualTo(outcome);
    assertThat(cluster.annotatePod(train, Map.of()).getClass().getSimpleName()).isEqualTo(outcome);
  }

  @Test
  void annotationsOfAPodAreWrittenUnderItsUidAlone() throws IOException {
    given("PATCH " + POD, 200, "{\"metadata\":{\"resourceVersion\":\"8\"}}");
    assertThat(cluster.annotatePod(train, Map.of("a", "b"))).isEqualTo(new WriteOutcome.Written(8));
    assertThat(sent("PATCH").toString())
        .isEqualTo("{\"metadata\":{\"uid\":\"u1\",\"annotations\":{\"a\":\"b\"}}}");
  }

  @Test
  void anotherPodOfTheSameNameIsAConflict() {
    String invalid =
        """
        {"kind":"Status","status":"Failure","reason":"Invalid","code":422,
         "message":"Pod \\"train\\" is invalid: metadata.uid: Invalid value: \\"u1\\": field is immutable",
         "details":{"name":"train","kind":"Pod","causes":[{"reason":"FieldValueInvalid",
          "message":"Invalid value: \\"u1\\": field is immutable","field":"metadata.uid"}]}}
        """;
    given("PATCH " + POD, 422, invalid);
    assertThat(cluster.annotatePod(train, Map.of())).isEqualTo(new WriteOutcome.Conflict());
  }

  @Test
  void aPodIsReadAsItIsNow() {
    given("GET " + POD, 200, Pods.aPod("team-a/train").uid("u1").boundTo("n1").json().toString());
    assertThat(cluster.pod(train.key()))
        .isInstanceOfSatisfying(
            Lookup.Found.class,
            found -> assertThat(found.object().toString()).contains("nodeName=n1"));
  }

  @Test
  void aNodeIsReadWithItsLock() {
    String json = Nodes.aNode("n1").annotation(ObservedNode.LOCK_KEY, "held").json().toString();
    given("GET /api/v1/nodes/n1", 200, json);
    assertThat(cluster.node("n1"))
        .isInstanceOfSatisfying(
            Lookup.Found.class,
            found -> assertThat(((ObservedNode) found.object()).lock()).isEqualTo("held"));
  }

  @ParameterizedTest
  @CsvSource({"404,Absent", "403,Failed", "500,Failed"})
  void aReadThatFindsNothingSaysWhy(int status, String outcome) {
    given("GET " + POD, status, "{}");
    given("GET /api/v1/nodes/n1", status, "{}");
    assertThat(cluster.pod(train.key()).getClass().getSimpleName()).isEqualTo(outcome);
    assertThat(cluster.node("n1").getClass().getSimpleName()).isEqualTo(outcome);
  }

  @Test
  void anObjectWithoutIdentityIsNoAnswer() {
    given("GET " + POD, 200, "{\"metadata\":{\"name\":\"train\"}}");
    assertThat(cluster.pod(train.key()))
        .isEqualTo(
            new Lookup.Failed<>("Pod default/train: metadata.uid: must be a text, is missing"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "", "../secrets/x", "a/b", "a?b", "a%2e", "A", "ä", "x-"})
  void aNameThatNoObjectCanHaveNeverReachesTheApiServer(String name) {
    assertThat(cluster.node(name)).isEqualTo(new Lookup.Absent<>());
    assertThat(cluster.pod(new PodKey("team-a", name))).isEqualTo(new Lookup.Absent<>());
    assertThat(cluster.pod(new PodKey(name, "train"))).isEqualTo(new Lookup.Absent<>());
    assertThat(stub.seen()).isEmpty();
  }
}
