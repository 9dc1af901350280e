package io.tidemark.app.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import io.tidemark.app.cluster.ObjectReader;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each answer to a Binding means. The messages of 409 are those of Kubernetes 1.36.3. */
class BindOutcomeTest {
  /** For a server that never answers. */
  private static final Duration TIMEOUT = Duration.ofMillis(300);

  /** For one that does something, on a machine of any speed. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static Stream<Arguments> answers() {
    return Stream.of(
        row("created", 201, "", BindOutcome.Bound.class),
        row("done", 200, "", BindOutcome.Bound.class),
        row(
            "the pod is newer",
            409,
            "Operation cannot be fulfilled on pods \"p\": StorageError: invalid object, Code: 4, Key:"
                + " /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition"
                + " failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: 214",
            BindOutcome.Outdated.class),
        row(
            "the pod is newer and its name is long",
            409,
            "Operation cannot be fulfilled on pods \"p\": StorageError: invalid object, Code: 4, Key:"
                + " /registry/pods/default/"
                + "p".repeat(253)
                + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in"
                + " precondition: 1, ResourceVersion in object meta: 214",
            BindOutcome.Outdated.class),
        row(
            "the pod changed while the Binding was written",
            409,
            "Operation cannot be fulfilled on pods \"p\": the object has been modified; please apply"
                + " your changes to the latest version and try again",
            BindOutcome.Outdated.class),
        row(
            "another pod of the same name",
            409,
            "Operation cannot be fulfilled on pods \"p\": StorageError: invalid object, Code: 4, Key:"
                + " /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition"
                + " failed: UID in precondition: u1, UID in object meta: u2",
            BindOutcome.Refused.class),
        row(
            "the pod has a node",
            409,
            "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node"
                + " \"n1\"",
            BindOutcome.Refused.class),
        row(
            "the pod is being deleted",
            409,
            "Operation cannot be fulfilled on pods/binding \"p\": pod p is being deleted, cannot be"
                + " assigned to a host",
            BindOutcome.Refused.class),
        row(
            "the pod is gated",
            409,
            "Operation cannot be fulfilled on pods/binding \"p\": pod p has non-empty"
                + " .spec.schedulingGates",
            BindOutcome.Refused.class),
        row(
            "etcd did not answer, which comes as a conflict too",
            409,
            "Operation cannot be fulfilled on pods/binding \"p\": etcdserver: request timed out",
            BindOutcome.Unknown.class),
        row("malformed", 400, "", BindOutcome.Refused.class),
        row("credentials have expired", 401, "Unauthorized", BindOutcome.Refused.class),
        row("RBAC or an admission webhook", 403, "forbidden", BindOutcome.Refused.class),
        row("no such pod", 404, "pods \"p\" not found", BindOutcome.Refused.class),
        row("invalid", 422, "invalid", BindOutcome.Refused.class),
        row("too many requests: not begun", 429, "", BindOutcome.Refused.class),
        row("a proxy timed the request out", 408, "", BindOutcome.Unknown.class),
        row("a proxy's client hung up", 499, "", BindOutcome.Unknown.class),
        row("a redirect that leads nowhere", 304, "", BindOutcome.Unknown.class),
        row("failed calling webhook", 500, "failed calling webhook", BindOutcome.Unknown.class),
        row("bad gateway", 502, "", BindOutcome.Unknown.class),
        row("unavailable", 503, "", BindOutcome.Unknown.class),
        row("timeout", 504, "", BindOutcome.Unknown.class));
  }

  private static Arguments row(
      String name, int status, String message, Class<? extends BindOutcome> outcome) {
    return argumentSet(status + " " + name, status, message, outcome);
  }

  @ParameterizedTest
  @MethodSource("answers")
  void eachAnswerHasOneMeaningAndIsAskedForOnce(
      int status, String message, Class<? extends BindOutcome> outcome) {
    ObjectNode body = Json.object().put("kind", "Status").put("message", message);
    try (HttpStub stub = HttpStub.answering(status, body.toString())) {
      assertThat(bind(stub)).isInstanceOf(outcome);
      assertThat(stub.seen()).hasSize(1);
    }
  }

  @Test
  void aReasonIsTheMessageOfTheApiServerInOneLine() {
    String body = Json.object().put("message", "no\n  such pod").toString();
    try (HttpStub stub = HttpStub.answering(404, body)) {
      assertThat(bind(stub)).isEqualTo(new BindOutcome.Refused("no such pod"));
    }
  }

  @Test
  void anAnswerThatIsNotOfTheApiServerIsNamedByItsStatus() {
    try (HttpStub stub = HttpStub.answering(403, "<html>proxy</html>")) {
      assertThat(bind(stub)).isEqualTo(new BindOutcome.Refused("HTTP 403"));
    }
  }

  @Test
  void aConnectionThatBreaksLeavesTheOutcomeUnknown() {
    try (HttpStub stub = new HttpStub((request, body) -> request.connection().close())) {
      assertThat(bind(stub)).isInstanceOf(BindOutcome.Unknown.class);
      assertThat(stub.seen()).hasSize(1);
    }
  }

  @Test
  void anAnswerThatBreaksOffLeavesTheOutcomeUnknown() {
    HttpStub.Handler half =
        (request, body) -> {
          request.response().setStatusCode(201).putHeader("content-length", "100").write("{");
          request.connection().close();
        };
    try (HttpStub stub = new HttpStub(half)) {
      assertThat(bind(stub)).isInstanceOf(BindOutcome.Unknown.class);
    }
  }

  @Test
  void noAnswerInTimeLeavesTheOutcomeUnknownAndTheCallerFree() {
    try (HttpStub stub = new HttpStub((request, body) -> {})) {
      long begun = System.nanoTime();
      assertThat(bind(stub, TIMEOUT)).isInstanceOf(BindOutcome.Unknown.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
    }
  }

  @Test
  void aRefusedConnectionLeavesTheOutcomeUnknown() {
    HttpStub stub = HttpStub.answering(201, "");
    stub.stop();
    assertThat(bind(stub))
        .isInstanceOfSatisfying(
            BindOutcome.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains("Connection refused"));
  }

  @Test
  void anInterruptedCallerIsToldThatTheOutcomeIsUnknownAndStaysInterrupted() {
    try (HttpStub stub = new HttpStub((request, body) -> {})) {
      Thread.currentThread().interrupt();
      assertThat(bind(stub)).isInstanceOf(BindOutcome.Unknown.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static BindOutcome bind(HttpStub stub) {
    return bind(stub, PATIENCE);
  }

  private static BindOutcome bind(HttpStub stub, Duration timeout) {
    ApiServer server = stub.api(timeout);
    ObjectReader reader = new ObjectReader(Families.BUNDLED, ZoneOffset.UTC);
    PodEvents events = new PodEvents(server, "test", 1, Clock.systemUTC());
    return new KubernetesCluster(server, reader, events)
        .bind(Pods.aPod("p").app(Containers.gpu("app", 1)).read(), "n1", Map.of(), Map.of());
  }
}
