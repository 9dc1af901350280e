package io.tidemark.app.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.Problem;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterFeedTest {
  private static final FeedSettings SETTINGS =
      new FeedSettings(
          2,
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          Duration.ofSeconds(20),
          Duration.ofSeconds(5),
          Duration.ofMillis(5),
          Duration.ofMillis(40));

  private final FakeApiServer server = new FakeApiServer();
  private final List<String> shown = new CopyOnWriteArrayList<>();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private volatile int room = Integer.MAX_VALUE;
  private ClusterFeed feed = feed(SETTINGS);

  private final class Listener implements ClusterFeed.Listener {
    @Override
    public void malformed(Problem problem) {
      told.add(problem.toString());
    }

    @Override
    public void lost(String reason) {
      told.add("lost " + reason);
    }

    @Override
    public void back(Duration after) {
      told.add("back");
    }

    @Override
    public void broke(RuntimeException fault) {
      told.add("broke " + fault.getMessage());
    }
  }

  private ClusterFeed feed(FeedSettings settings) {
    return new ClusterFeed(
        server.api(),
        new ObjectReader(Families.BUNDLED, ZoneOffset.UTC),
        settings,
        Clock.systemUTC(),
        this::offer,
        new Listener());
  }

  private boolean offer(ClusterEvent event) {
    if (room <= 0) {
      return false;
    }
    room--;
    shown.add(Shown.text(event));
    return true;
  }

  @BeforeEach
  void threeObjects() {
    server.put("nodes", Nodes.aNode("n1").json());
    server.put("resourcequotas", Quotas.aQuota("a/q").json());
    server.put("pods", pod("p", "u1"));
  }

  @AfterEach
  void stop() {
    feed.stop();
    server.close();
  }

  private static ObjectNode pod(String name, String uid) {
    return Pods.aPod("a/" + name).uid(uid).json();
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(8).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }

  private void awaitShown(String... events) {
    await("shown " + List.of(events), () -> shown.size() >= events.length);
    assertThat(shown).containsExactly(events);
  }

  private void awaitWatching() {
    await("three watches", () -> server.watching() == 3);
    await("no staleness", () -> feed.freshness().staleSince() == null);
  }

  private void startAndForgetLists() {
    feed.start();
    awaitWatching();
    shown.clear();
  }

  @Test
  void showsNodesThenQuotasThenPodsAndThenEachChange() {
    feed.start();
    awaitShown("nodes [n1]", "quotas [a/q]", "pods a/p=u1 at 4");
    awaitWatching();
    assertThat(feed.freshness()).isEqualTo(new Freshness(true, null));
    server.put("pods", pod("p", "u1"));
    server.put("pods", pod("x", "u2"));
    server.delete("pods", pod("p", "u1"));
    await("pods", () -> shown.size() == 6);
    server.delete("nodes", Nodes.aNode("n1").json());
    await("node", () -> shown.size() == 7);
    server.delete("resourcequotas", Quotas.aQuota("a/q").json());
    await("quota", () -> shown.size() == 8);
    assertThat(shown.subList(3, 8))
        .containsExactly(
            "pod a/p=u1", "pod a/x=u2", "pod gone a/p=u1", "node gone n1", "quota gone a/q");
    assertThat(told).isEmpty();
  }

  @Test
  void readsListsPageByPage() {
    for (int i = 0; i < 4; i++) {
      server.put("pods", pod("p" + i, "v" + i));
    }
    feed.start();
    awaitShown("nodes [n1]", "quotas [a/q]", "pods a/p=u1 a/p0=v0 a/p1=v1 a/p2=v2 a/p3=v3 at 8");
    assertThat(server.asked())
        .containsSubsequence(
            "/api/v1/pods?limit=2",
            "/api/v1/pods?limit=2&continue=2",
            "/api/v1/pods?limit=2&continue=4");
  }

  @Test
  void aListWhosePagesExpireIsReadAtOnce() {
    server.put("pods", pod("x", "u2"));
    server.put("pods", pod("y", "u3"));
    server.expireNextPage();
    feed.start();
    awaitShown("nodes [n1]", "quotas [a/q]", "pods a/p=u1 a/x=u2 a/y=u3 at 6");
    assertThat(server.asked()).contains("/api/v1/pods?limit=0");
    assertThat(told).isEmpty();
  }

  @Test
  void whatHappenedBetweenListAndWatchIsShown() {
    server.fail("watch pods", 503);
    feed.start();
    await("lists", () -> shown.size() == 3);
    server.put("pods", pod("x", "u2"));
    server.fail("watch pods", 0);
    await("the change", () -> shown.size() == 4);
    assertThat(shown.get(3)).isEqualTo("pod a/x=u2");
  }

  @Test
  void aWatchThatEndsOrBreaksGoesOnWhereItWasAndNobodyIsTold() {
    startAndForgetLists();
    server.endWatches();
    server.put("pods", pod("x", "u2"));
    awaitShown("pod a/x=u2");
    awaitWatching();
    server.breakWatches();
    server.put("pods", pod("y", "u3"));
    awaitShown("pod a/x=u2", "pod a/y=u3");
    assertThat(told).isEmpty();
    assertThat(server.asked()).filteredOn("/api/v1/pods?limit=2"::equals).hasSize(1);
  }

  @Test
  void aBookmarkMovesTheVersionFromWhichAWatchGoesOn() {
    startAndForgetLists();
    server.say(
        "pods", "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"70\"}}}");
    server.put("nodes", Nodes.aNode("n2").json());
    awaitShown("node n2");
    server.endWatches();
    await(
        "a watch from the bookmark",
        () ->
            server.asked().stream()
                .anyMatch(uri -> uri.contains("pods?watch") && uri.contains("resourceVersion=70")));
  }

  @Test
  void aVersionThatIsTooOldLeadsToAListThatShowsWhatChanged() {
    server.put("pods", pod("kept", "k"));
    server.put("pods", pod("again", "old"));
    startAndForgetLists();
    synchronized (server) {
      server.breakWatches();
      server.delete("pods", pod("p", "u1"));
      server.delete("pods", pod("again", "old"));
      server.put("pods", pod("again", "new"));
      server.put("pods", pod("x", "u2"));
      server.forgetHistory();
    }
    awaitShown("pod gone a/p=u1", "pod gone a/again=old", "pod a/again=new", "pod a/x=u2");
    assertThat(told).isEmpty();
  }

  @Test
  void anErrorThatTheVersionIsTooOldInsideAWatchLeadsToAList() {
    startAndForgetLists();
    server.say("pods", "{\"type\":\"ERROR\",\"object\":{\"code\":410,\"message\":\"too old\"}}");
    await(
        "another list",
        () -> server.asked().stream().filter("/api/v1/pods?limit=2"::equals).count() == 2);
    awaitWatching();
    assertThat(told).isEmpty();
  }

  @Test
  void aLineThatCannotBeReadLeadsToAListAndCostsNothingElse() {
    startAndForgetLists();
    server.say("pods", "{\"type\":\"ADDED\",");
    server.put("nodes", Nodes.aNode("n2").json());
    awaitShown("node n2");
    await(
        "another list",
        () -> server.asked().stream().filter("/api/v1/pods?limit=2"::equals).count() == 2);
    server.put("pods", pod("x", "u2"));
    awaitShown("node n2", "pod a/x=u2");
  }

  @Test
  void aMalformedObjectIsReportedAndOthersDoNotSuffer() {
    startAndForgetLists();
    ObjectNode bad = pod("bad", "b");
    bad.withObject("/metadata").put("annotations", 5);
    server.put("pods", bad);
    ObjectNode nameless = pod("nameless", "n");
    nameless.withObject("/metadata").remove("uid");
    server.put("pods", nameless);
    server.put("pods", pod("x", "u2"));
    awaitShown("pod a/bad=b", "pod a/x=u2");
    assertThat(told)
        .hasSize(2)
        .satisfies(all -> assertThat(all.get(0)).startsWith("Pod a/bad: metadata.annotations"))
        .satisfies(all -> assertThat(all.get(1)).startsWith("Pod a/nameless: metadata.uid"));
  }

  @Test
  void anEventThatFindsNoRoomLeadsToEverythingBeingShownAgain() {
    startAndForgetLists();
    room = 1;
    server.put("pods", pod("x", "u2"));
    server.put("pods", pod("y", "u3"));
    await("staleness", () -> feed.freshness().staleSince() != null);
    assertThat(feed.freshness().synced()).isTrue();
    room = Integer.MAX_VALUE;
    awaitShown("pod a/x=u2", "nodes [n1]", "quotas [a/q]", "pods a/p=u1 a/x=u2 a/y=u3 at 6");
    awaitWatching();
    server.put("pods", pod("z", "u4"));
    await("going on", () -> shown.size() == 5);
    assertThat(told).isEmpty();
  }

  @Test
  void aFaultOfWhoTakesEventsLeadsToEverythingBeingShownAgain() {
    feed.stop();
    boolean[] thrown = new boolean[1];
    feed =
        new ClusterFeed(
            server.api(),
            new ObjectReader(Families.BUNDLED, ZoneOffset.UTC),
            SETTINGS,
            Clock.systemUTC(),
            event -> {
              if (!thrown[0]) {
                thrown[0] = true;
                throw new IllegalStateException("fault");
              }
              return offer(event);
            },
            new Listener());
    feed.start();
    awaitShown("nodes [n1]", "quotas [a/q]", "pods a/p=u1 at 4");
    assertThat(told).containsExactly("broke fault");
  }

  @Test
  void anApiServerThatGoesAwayIsToldOnceAndSoIsItsReturn() {
    startAndForgetLists();
    Instant before = Instant.now();
    server.stop();
    await("staleness", () -> feed.freshness().staleSince() != null);
    await("told", () -> !told.isEmpty());
    sleep(300);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).startsWith("lost ").contains("refused");
    Instant since = Objects.requireNonNull(feed.freshness().staleSince());
    assertThat(since).isBetween(before, Instant.now());
    assertThat(feed.freshness().within(Duration.ofSeconds(10), since.plusSeconds(9))).isTrue();
    assertThat(feed.freshness().within(Duration.ofSeconds(10), since.plusSeconds(11))).isFalse();
    server.put("pods", pod("x", "u2"));
    server.start();
    awaitShown("pod a/x=u2");
    awaitWatching();
    await("back", () -> told.size() > 1);
    assertThat(told).hasSize(2).last().isEqualTo("back");
  }

  @Test
  void anApiServerThatIsNotThereAtFirstIsWaitedFor() {
    server.stop();
    feed.start();
    await("told", () -> !told.isEmpty());
    assertThat(feed.freshness().synced()).isFalse();
    assertThat(feed.freshness().within(Duration.ofDays(1), Instant.now())).isFalse();
    server.start();
    awaitShown("nodes [n1]", "quotas [a/q]", "pods a/p=u1 at 4");
    awaitWatching();
    await("back", () -> told.size() > 1);
    assertThat(told).hasSize(2).last().isEqualTo("back");
  }

  @Test
  void aListThatIsForbiddenIsToldAndTriedAgain() {
    server.fail("list resourcequotas", 403);
    feed.start();
    await("told", () -> !told.isEmpty());
    sleep(100);
    assertThat(told).containsExactly("lost resourcequotas: told to fail");
    assertThat(shown).containsExactly("nodes [n1]");
    server.fail("list resourcequotas", 0);
    awaitShown("nodes [n1]", "quotas [a/q]", "pods a/p=u1 at 4");
  }

  @Test
  void aWatchThatIsRefusedAgainAndAgainIsReplacedByLists() {
    startAndForgetLists();
    server.fail("watch pods", 500);
    server.breakWatches();
    server.put("pods", pod("x", "u2"));
    awaitShown("pod a/x=u2");
    assertThat(feed.freshness().staleSince()).isNotNull();
  }

  @Test
  void aWatchThatSaysNothingInItsWholeTimeIsNotTrusted() {
    feed.stop();
    feed =
        feed(
            new FeedSettings(
                2,
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Duration.ofMillis(200),
                Duration.ofSeconds(5),
                Duration.ofMillis(5),
                Duration.ofMillis(40)));
    startAndForgetLists();
    sleep(250);
    server.endWatches();
    await(
        "another list",
        () -> server.asked().stream().filter("/api/v1/pods?limit=2"::equals).count() == 2);
  }

  @Test
  void aConnectionThatWentDeadIsOpenedAgainAndTheViewCountsAsStaleSinceItSpokeLast() {
    feed.stop();
    feed =
        feed(
            new FeedSettings(
                2,
                Duration.ofSeconds(2),
                Duration.ofMillis(300),
                Duration.ofMillis(200),
                Duration.ofMillis(100),
                Duration.ofMillis(5),
                Duration.ofMillis(40)));
    startAndForgetLists();
    Instant opened = Instant.now();
    server.fail("watch pods", 503);
    server.fail("watch nodes", 503);
    server.fail("watch resourcequotas", 503);
    await("staleness", () -> feed.freshness().staleSince() != null);
    assertThat(feed.freshness().staleSince()).isBefore(opened.plusMillis(50));
  }

  @Test
  void stoppingEndsTheRequestsAndShowsNothingMore() {
    startAndForgetLists();
    feed.stop();
    await("no watch", () -> server.watching() == 0);
    server.put("pods", pod("x", "u2"));
    sleep(50);
    assertThat(shown).isEmpty();
    assertThat(told).isEmpty();
    assertThat(feed.freshness().staleSince()).isNotNull();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
