package io.tidemark.app.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.bus.Addresses;
import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.bus.UsageMessages.ReserveReply;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import jakarta.inject.Inject;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ModuleBusTest {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");

  @Inject EventBus events;
  @Inject ModuleBus bus;

  @Test
  void everyRequestAddressHasAConsumer() throws Exception {
    List<String> addresses = new ArrayList<>();
    for (java.lang.reflect.Field field : Addresses.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        addresses.add((String) field.get(null));
      }
    }
    addresses.remove(Addresses.USAGE_CHANGED);
    assertThat(addresses).hasSizeGreaterThan(10);
    for (String address : addresses) {
      assertThatThrownBy(
              () ->
                  events.request(address, "probe").toCompletionStage().toCompletableFuture().join())
          .as(address)
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOfSatisfying(
              ReplyException.class,
              e -> assertThat(e.failureType()).as(address).isNotEqualTo(ReplyFailure.NO_HANDLERS));
    }
  }

  @Test
  void aFilterTravelsOverTheBusByReference() {
    ClusterId cluster = new ClusterId("bus-test");
    bus.observe(
        new UsageMessages.Observe(
            cluster,
            AT,
            new ClusterChange.NodeSeen(Nodes.aNode("n1").card("GPU-0", 24_576).read())));
    PodRecord pod = Pods.aPod("team-a/train").app(Containers.gpu("main", 10_240)).read();
    bus.observe(new UsageMessages.Observe(cluster, AT, new ClusterChange.PodSeen(pod)));

    PolicyReply policy = bus.policy(new ChoosePolicy(cluster, AT, pod));
    PlanReply plans =
        bus.plan(
            new Plan(
                AT,
                bus.snapshot(new TakeSnapshot(cluster, AT)),
                pod,
                ((PolicyReply.Chosen) policy).policy(),
                null));
    NodePlan plan = plans.plans().get(0);
    ReserveReply reply = bus.reserve(new Reserve(cluster, AT, pod, "n1", plan.allocation()));

    assertThat(reply).isInstanceOf(ReserveReply.Reserved.class);
    ClusterSnapshot snapshot = bus.snapshot(new TakeSnapshot(cluster, AT));
    assertThat(bus.snapshot(new TakeSnapshot(cluster, AT))).isSameAs(snapshot);
    assertThat(snapshot.namespace("team-a").used("NVIDIA").memoryMiB()).isEqualTo(10_240);
    bus.forget(new UsageMessages.Forget(cluster));
    assertThat(bus.snapshot(new TakeSnapshot(cluster, AT)).charges()).isEmpty();
  }

  @Test
  void changesOfUsageAreBroadcast() throws Exception {
    ClusterId cluster = new ClusterId("broadcast-test");
    List<UsageChange> heard = new CopyOnWriteArrayList<>();
    events.<UsageChange>consumer(
        Addresses.USAGE_CHANGED,
        message -> {
          if (message.body().cluster().equals(cluster)) {
            heard.add(message.body());
          }
        });
    PodRecord pod =
        Pods.aPod("team-a/train")
            .app(Containers.gpu("main", 10_240))
            .boundTo("n1", "GPU-0,NVIDIA,10240,0:;")
            .read();
    bus.observe(new UsageMessages.Observe(cluster, AT, new ClusterChange.PodSeen(pod)));

    for (int i = 0; i < 100 && heard.isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(heard)
        .singleElement()
        .satisfies(
            change ->
                assertThat(change.pods())
                    .singleElement()
                    .satisfies(it -> assertThat(it.cause()).isEqualTo(UsageChange.Cause.PLACED)));
    bus.forget(new UsageMessages.Forget(cluster));
  }
}
