package io.tidemark.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.tidemark.api.bus.UsageMessages.Audit;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.Caller;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import io.tidemark.app.simulation.scenario.InputReader;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A scheduler from outside places pods of the embedded cluster beside its own stand-in. */
@QuarkusTest
@TestProfile(EmbeddedServerTest.Profile.class)
class EmbeddedServerTest {
  /** An application of its own: the live ledger is used, and served only once. */
  public static final class Profile implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("tidemark.embedded.step-pause", "0s");
    }
  }

  private static final Duration SOON = Duration.ofSeconds(5);

  private static final String STORY =
      """
      apiVersion: v1
      kind: Node
      metadata:
        name: n1
        annotations:
          hami.io/node-nvidia-register: >-
            [{"id":"GPU-0","count":10,"devmem":24000,"devcore":100,"type":"NVIDIA A","health":true}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: outside, namespace: team-a}
      spec:
        schedulerName: volcano
        containers:
        - name: app
          image: x
          resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 6000}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: inside, namespace: team-a}
      spec:
        containers:
        - name: app
          image: x
          resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 6000}}
      ---
      apiVersion: tidemark.io/v1alpha1
      kind: Scenario
      metadata: {name: beside}
      spec:
        steps:
        - create: {pod: team-a/outside, count: 2}
        - create: {pod: team-a/inside}
        - advance: 30m
        - expect: {pod: team-a/inside, decision: Bound}
        - expect: {pod: team-a/outside-0, decision: Pending}
      """;

  @Inject EmbeddedServer server;
  @Inject ServedExtender extender;
  @Inject DecisionLog decisions;
  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  @Inject Clock clock;

  @Test
  void bothPlacePodsAndNeitherWaitsForTheOthers() throws Exception {
    Instant before = clock.instant();
    CompletableFuture<String> end = new CompletableFuture<>();
    server.start(
        new InputReader(families)
            .read(List.of("-"), EmbeddedServerTest::story)
            .simulations()
            .get(0),
        line -> {
          if (line.startsWith("played ") || line.startsWith("does not hold")) {
            end.complete(line);
          }
        });
    assertThat(end.get(SOON.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo("played beside: 5 steps, 2 expectations held, 0 did not");
    assertThat(extender.notReady()).isNull();
    assertThat(Duration.between(before, clock.instant())).isGreaterThan(Duration.ofMinutes(30));

    place("outside-0");
    // The device plugin must have released the node, or this one waits for 25 s and fails.
    place("outside-1");

    ClusterSnapshot ledger = ledger();
    assertThat(ledger.charges()).hasSize(3);
    assertThat(Objects.requireNonNull(ledger.node("n1")).usedMemory(0)).isEqualTo(18000);
    assertThat(bus.audit(new Audit(ClusterId.LIVE, clock.instant())).drift()).isEmpty();
    assertThat(decisions.latest())
        .extracting(entry -> entry.pod().name() + " " + entry.what())
        .containsExactly(
            "outside-1 " + What.BOUND,
            "outside-1 " + What.RESERVED,
            "outside-0 " + What.BOUND,
            "outside-0 " + What.RESERVED,
            "inside " + What.BOUND);
  }

  private static InputStream story() {
    return new ByteArrayInputStream(STORY.getBytes(StandardCharsets.UTF_8));
  }

  private void place(String name) throws Exception {
    PodRecord pod =
        ledger().waiting().values().stream()
            .filter(waiting -> waiting.key().name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(extender.filter(new FilterQuestion(object(pod), List.of("n1"), null)))
        .isEqualTo(new FilterAnswer.Nodes(List.of("n1"), List.of()));
    BindAnswer answer =
        extender
            .bind(new BindQuestion(pod.key().namespace(), name, pod.uid(), "n1"), Caller.PATIENT)
            .toCompletableFuture()
            .get(SOON.toSeconds(), TimeUnit.SECONDS);
    assertThat(answer).isEqualTo(new BindAnswer.Bound());
  }

  private static JsonNode object(PodRecord pod) throws IOException {
    return new ObjectMapper()
        .readTree(
            """
            {"kind": "Pod",
             "metadata": {"name": "%s", "namespace": "team-a", "uid": "%s"},
             "spec": {"schedulerName": "volcano", "containers": [{"name": "app", "resources":
               {"limits": {"nvidia.com/gpu": "1", "nvidia.com/gpumem": "6000"}}}]}}
            """
                .formatted(pod.key().name(), pod.uid()));
  }

  private ClusterSnapshot ledger() {
    return bus.snapshot(new TakeSnapshot(ClusterId.LIVE, clock.instant()));
  }
}
