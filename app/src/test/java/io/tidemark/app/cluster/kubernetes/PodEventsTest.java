package io.tidemark.app.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway.PodEvent;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PodEventsTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final String EVENTS = "/api/v1/namespaces/team-a/events";

  private final PodRecord train = Pods.aPod("team-a/train").uid("u1").read();
  private final SettableClock clock = new SettableClock();
  private volatile int patchStatus = 200;
  private volatile boolean hang;
  private final HttpStub stub = new HttpStub(this::serve);
  private final PodEvents events = events(100);

  private static final class SettableClock extends Clock {
    private volatile Instant now = NOON;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private PodEvents events(int capacity) {
    return new PodEvents(stub.api(Duration.ofSeconds(1)), "tidemark", capacity, clock);
  }

  private void serve(HttpServerRequest request, String body) {
    if (hang) {
      return;
    }
    if (request.method().name().equals("PATCH")) {
      HttpStub.answer(request, patchStatus, "{}");
    } else {
      HttpStub.answer(request, 201, "{\"metadata\":{\"name\":\"train.x1\"}}");
    }
  }

  @AfterEach
  void stop() {
    events.close();
    stub.close();
  }

  private static PodEvent warning(String message) {
    return new PodEvent(PodEvent.Kind.WARNING, "FailedScheduling", message);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private JsonNode sent(int index) throws IOException, InterruptedException {
    await(() -> stub.seen().size() > index);
    return Json.MAPPER.readTree(stub.seen().get(index).body());
  }

  @Test
  void anEventNamesThePodTheSourceAndTheTime() throws Exception {
    events.tell(train, warning("no room"));
    assertThat(sent(0))
        .isEqualTo(
            Json.MAPPER.readTree(
                """
                {"apiVersion":"v1","kind":"Event",
                 "metadata":{"namespace":"team-a","generateName":"train."},
                 "involvedObject":{"apiVersion":"v1","kind":"Pod","namespace":"team-a","name":"train","uid":"u1"},
                 "type":"Warning","reason":"FailedScheduling","message":"no room","count":1,
                 "firstTimestamp":"2030-01-01T12:00:00Z","lastTimestamp":"2030-01-01T12:00:00Z",
                 "source":{"component":"tidemark"},
                 "reportingComponent":"tidemark","reportingInstance":""}
                """));
    assertThat(stub.seen().get(0).uri()).isEqualTo(EVENTS);
  }

  @Test
  void theSameWithinAMinuteIsCountedAndWrittenWithTheNextOne() throws Exception {
    events.tell(train, warning("no room"));
    events.tell(train, warning("no room"));
    clock.now = NOON.plusSeconds(59);
    events.tell(train, warning("no room"));
    clock.now = NOON.plusSeconds(60);
    sent(0);
    events.tell(train, warning("no room"));
    assertThat(sent(1))
        .isEqualTo(
            Json.MAPPER.readTree("{\"count\":4,\"lastTimestamp\":\"2030-01-01T12:01:00Z\"}"));
    assertThat(stub.seen()).hasSize(2);
    assertThat(stub.seen().get(1).uri()).isEqualTo(EVENTS + "/train.x1");
  }

  @Test
  void anEventThatExpiredAtTheApiServerIsWrittenAgain() throws Exception {
    events.tell(train, warning("no room"));
    sent(0);
    patchStatus = 404;
    clock.now = NOON.plusSeconds(7200);
    events.tell(train, warning("no room"));
    assertThat(sent(2).path("count").asInt()).isEqualTo(2);
    assertThat(stub.seen().get(1).method()).isEqualTo("PATCH");
    assertThat(stub.seen().get(2).method()).isEqualTo("POST");
  }

  @Test
  void anotherMessageOrPodIsAnotherEvent() throws Exception {
    events.tell(train, warning("no room"));
    events.tell(train, warning("quota"));
    events.tell(train, new PodEvent(PodEvent.Kind.NORMAL, "FailedScheduling", "no room"));
    events.tell(Pods.aPod("team-a/train").uid("u2").read(), warning("no room"));
    await(() -> stub.seen().size() == 4);
  }

  @Test
  void whoTellsNeverWaitsAndWhatFindsNoRoomIsDropped() throws Exception {
    hang = true;
    PodEvents few = events(2);
    long begun = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      few.tell(train, warning("message " + i));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(500));
    assertThat(few.dropped()).isBetween(6L, 8L);
    few.close();
    few.tell(train, warning("after the end"));
  }

  @Test
  void anEventThatCouldNotBeWrittenIsDropped() throws Exception {
    stub.stop();
    events.tell(train, warning("no room"));
    await(() -> events.dropped() == 1);
    stub.start();
  }

  @Test
  void aMessageIsCutBetweenCharactersSoThatTheApiServerTakesIt() throws Exception {
    String wide = "€😀".repeat(200);
    events.tell(train, warning(wide));
    String message = sent(0).path("message").asText();
    assertThat(message.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1021, 1024);
    assertThat(wide).startsWith(message.substring(0, message.length() - 1));
    assertThat(message).endsWith("…").doesNotContain("\uFFFD");
  }

  @Test
  void aMessageThatFitsIsNotCut() throws Exception {
    String message = "x".repeat(1024);
    events.tell(train, warning(message));
    assertThat(sent(0).path("message").asText()).isEqualTo(message);
  }
}
