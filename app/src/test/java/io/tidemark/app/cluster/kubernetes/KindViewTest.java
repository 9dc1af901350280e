package io.tidemark.app.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.Problem;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindViewTest {
  private final ObjectReader reader = new ObjectReader(Families.BUNDLED, ZoneOffset.UTC);
  private final List<String> events = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final KindView<?> pods = view(WatchedKind.pods(reader));

  private <R> KindView<R> view(WatchedKind<R> kind) {
    return new KindView<>(kind, event -> events.add(Shown.text(event)), problems::add);
  }

  private static ObjectNode pod(String name, String uid, long version) {
    return Pods.aPod("a/" + name).uid(uid).version(version).json();
  }

  private static void showAll(KindView<?> view, JsonNode... objects) {
    KindView<?>.Listing listing = view.listAll();
    List.of(objects).forEach(listing::add);
    listing.showAll(100);
  }

  private static void showChanges(KindView<?> view, JsonNode... objects) {
    KindView<?>.Listing listing = view.listChanges();
    List.of(objects).forEach(listing::add);
    listing.showChanges();
  }

  @Test
  void aListIsOneEventInItsOrder() {
    showAll(pods, pod("b", "u1", 1), pod("a", "u2", 2));
    assertThat(events).containsExactly("pods a/b=u1 a/a=u2 at 100");
  }

  @Test
  void aVersionThatWasSeenIsNotShownAgain() {
    showAll(pods, pod("p", "u1", 1));
    pods.seen(pod("p", "u1", 1));
    pods.seen(pod("p", "u1", 2));
    pods.seen(pod("p", "u1", 2));
    assertThat(events).containsExactly("pods a/p=u1 at 100", "pod a/p=u1");
  }

  @Test
  void anObjectWithoutVersionIsShownEachTime() {
    ObjectNode pod = pod("p", "u1", 1);
    pod.withObject("/metadata").remove("resourceVersion");
    pods.seen(pod);
    pods.seen(pod);
    assertThat(events).containsExactly("pod a/p=u1", "pod a/p=u1");
  }

  @Test
  void aPodCreatedAgainUnderTheSameNameIsTheOldOneGoneAndTheNewOneSeen() {
    pods.seen(pod("p", "u1", 1));
    pods.seen(pod("p", "u2", 9));
    assertThat(events).containsExactly("pod a/p=u1", "pod gone a/p=u1", "pod a/p=u2");
  }

  @Test
  void aLateDeletionOfTheFormerPodDoesNotTouchThePresentOne() {
    pods.seen(pod("p", "u1", 1));
    pods.seen(pod("p", "u2", 9));
    pods.deleted(pod("p", "u1", 8));
    pods.deleted(pod("p", "u2", 10));
    assertThat(events)
        .containsExactly("pod a/p=u1", "pod gone a/p=u1", "pod a/p=u2", "pod gone a/p=u2");
  }

  @Test
  void aDeletionIsShownOnceAndUnderTheUidThatWasShown() {
    pods.seen(pod("p", "u1", 1));
    ObjectNode bare = pod("p", "u1", 2);
    bare.withObject("/metadata").remove("uid");
    pods.deleted(bare);
    pods.deleted(bare);
    pods.deleted(pod("never-seen", "u7", 3));
    assertThat(events).containsExactly("pod a/p=u1", "pod gone a/p=u1");
  }

  @Test
  void whatIsMissingInALaterListIsGoneBeforeWhatIsNewIsSeen() {
    showAll(pods, pod("p", "u1", 1), pod("q", "u2", 2), pod("r", "u3", 3));
    events.clear();
    showChanges(pods, pod("new", "u9", 9), pod("q", "u2", 2), pod("r", "u4", 8));
    assertThat(events)
        .containsExactly("pod gone a/p=u1", "pod gone a/r=u3", "pod a/new=u9", "pod a/r=u4");
  }

  @Test
  void aListThatSaysNothingNewShowsNothing() {
    showAll(pods, pod("p", "u1", 1));
    events.clear();
    showChanges(pods, pod("p", "u1", 1));
    assertThat(events).isEmpty();
  }

  @Test
  void aListThatDidNotComeToItsEndChangesNothing() {
    showAll(pods, pod("p", "u1", 1));
    KindView<?>.Listing broken = pods.listChanges();
    ObjectNode bad = pod("x", "u9", 9);
    bad.withObject("/metadata").put("labels", 1).remove("uid");
    broken.add(bad);
    showChanges(pods, pod("p", "u1", 1), pod("q", "u2", 2));
    assertThat(events).containsExactly("pods a/p=u1 at 100", "pod a/q=u2");
    assertThat(problems).isEmpty();
  }

  @Test
  void aMalformedPartIsReportedOncePerVersionAndTheRestIsShown() {
    ObjectNode pod = pod("p", "u1", 1);
    pod.withObject("/spec").put("priority", "high");
    showAll(pods, pod);
    showAll(pods, pod);
    pods.seen(pod);
    assertThat(problems).extracting(Problem::field).containsExactly("spec.priority");
    pod.withObject("/metadata").put("resourceVersion", "2");
    pods.seen(pod);
    assertThat(problems).hasSize(2);
    assertThat(events).containsExactly("pods a/p=u1 at 100", "pods a/p=u1 at 100", "pod a/p=u1");
  }

  @Test
  void anObjectWithoutIdentityIsReportedAndSkippedWhileOthersAreShown() {
    ObjectNode noUid = pod("p", "u1", 1);
    noUid.withObject("/metadata").remove("uid");
    showAll(pods, noUid, TextNode.valueOf("no object"), pod("q", "u2", 2));
    assertThat(events).containsExactly("pods a/q=u2 at 100");
    assertThat(problems)
        .extracting(Problem::toString)
        .containsExactly(
            "Pod a/p: metadata.uid: must be a text, is missing",
            "Pod: is no object: \"no object\"");
    pods.deleted(noUid);
    assertThat(events).hasSize(1);
  }

  @Test
  void aPodThatLosesItsUidIsNeitherGoneNorForgotten() {
    showAll(pods, pod("p", "u1", 1));
    events.clear();
    ObjectNode bad = pod("p", "u1", 2);
    bad.withObject("/metadata").remove("uid");
    showChanges(pods, bad);
    assertThat(events).isEmpty();
    pods.deleted(bad);
    assertThat(events).containsExactly("pod gone a/p=u1");
  }

  @Test
  void nodesAndQuotasAreKnownByNameAlone() {
    KindView<?> nodes = view(WatchedKind.nodes(reader));
    ObjectNode node = Nodes.aNode("n1").version(1).json();
    nodes.seen(node);
    node.withObject("/metadata").put("uid", "another").put("resourceVersion", "2");
    nodes.seen(node);
    nodes.deleted(node);
    KindView<?> quotas = view(WatchedKind.quotas(reader));
    quotas.seen(Quotas.aQuota("a/q").json());
    showChanges(quotas);
    assertThat(events)
        .containsExactly("node n1", "node n1", "node gone n1", "quota a/q", "quota gone a/q");
  }

  @Test
  void aFaultOfTheReaderCostsOneObject() {
    WatchedKind<String> faulty =
        new WatchedKind<>(
            "Pod",
            "pods",
            object -> {
              throw new IllegalStateException("fault");
            },
            true,
            (all, version) -> new ClusterEvent.PodsListed(List.of(), version),
            record -> new ClusterEvent.NodeGone(record),
            (name, uid) -> new ClusterEvent.NodeGone(uid));
    showAll(view(faulty), pod("p", "u1", 1));
    assertThat(events).containsExactly("pods at 100");
    assertThat(problems).extracting(Problem::object).containsExactly("Pod a/p");
  }
}
