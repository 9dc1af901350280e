package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.UsageMessages.AuditReport;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.api.snapshot.QuotaSnapshot;
import io.tidemark.app.cluster.embedded.PodObjects;
import io.tidemark.app.report.SimulationReport.PodOutcome;
import io.tidemark.app.scheduling.PlacementAnnotations;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.simulation.scenario.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares what a Scenario expects with what is. */
final class ExpectationChecker {
  private final SimulatedCluster cluster;
  private final DeviceFamilies families;

  ExpectationChecker(SimulatedCluster cluster, DeviceFamilies families) {
    this.cluster = cluster;
    this.families = families;
  }

  /** Whether the step is an expectation; if so it has been checked. */
  boolean check(Step step) {
    Comparison comparison = new Comparison();
    if (step instanceof Step.ExpectPod expected) {
      pod(expected, comparison);
    } else if (step instanceof Step.ExpectDevice expected) {
      device(expected, comparison);
    } else if (step instanceof Step.ExpectNamespace expected) {
      namespace(expected, comparison);
    } else if (step instanceof Step.ExpectQuota expected) {
      quota(expected, comparison);
    } else if (step instanceof Step.ExpectLedgerClean) {
      AuditReport audit = cluster.audit();
      comparison.equal("ledger", "clean", audit.clean() ? "clean" : audit.drift().toString());
    } else {
      return false;
    }
    if (comparison.differences().isEmpty()) {
      cluster.recorder().held();
    } else {
      cluster.recorder().failed(String.join("; ", comparison.differences()));
    }
    return true;
  }

  private void pod(Step.ExpectPod expected, Comparison comparison) {
    String subject = "pod " + expected.pod();
    PodBook.Entry entry = cluster.book().of(expected.pod());
    PodOutcome outcome = entry.outcome();
    comparison.equal(subject + " decision", expected.decision(), outcome.decision().text());
    comparison.equal(subject + " node", expected.node(), outcome.node());
    comparison.contains(subject + " reason", expected.reason(), outcome.reason());
    PodCharge charge = charge(expected.pod());
    PodAllocation allocation = charge == null ? PodAllocation.EMPTY : charge.allocation();
    if (expected.allocation() != null) {
      Map<String, String> found = annotations(entry, allocation, charge);
      comparison.equal(
          subject + " allocation",
          expected.allocation(),
          expected.allocation().containsKey("") && found.size() == 1
              ? Map.of("", found.values().iterator().next())
              : found);
    }
    if (expected.devices() != null) {
      comparison.equal(subject + " devices", new TreeSet<>(expected.devices()), uuids(allocation));
    }
    if (expected.wouldFitAfter() != null) {
      wouldFit(subject, expected.pod(), expected.wouldFitAfter(), comparison);
    }
  }

  /** The annotations of the pod as it is or last was; before it is bound, its reservation. */
  private Map<String, String> annotations(
      PodBook.Entry entry, PodAllocation reserved, @Nullable PodCharge charge) {
    Map<String, String> texts = new TreeMap<>();
    JsonNode object = entry.lastObject();
    if (object != null) {
      JsonNode annotations = object.path("metadata").path("annotations");
      families
          .all()
          .forEach(
              family -> {
                JsonNode text = annotations.path(family.annotations().allocated());
                if (text.isTextual()) {
                  texts.put(family.word(), text.textValue());
                }
              });
    }
    return texts.isEmpty()
        ? new PlacementAnnotations(families)
            .texts(reserved, charge == null ? null : cluster.snapshot().node(charge.node()))
        : texts;
  }

  private void wouldFit(String subject, PodKey key, String wanted, Comparison comparison) {
    List<String> events =
        cluster.answer(key) instanceof PodAnswer.Waiting waiting
            ? waiting.explanation().releases().stream()
                .filter(Explanation.Release::sufficient)
                .map(Explanation.Release::text)
                .toList()
            : List.of();
    if (events.stream().noneMatch(event -> event.contains(wanted))) {
      comparison.differ(subject + " wouldFitAfter", wanted, events);
    }
  }

  private void device(Step.ExpectDevice expected, Comparison comparison) {
    String subject = "node " + expected.node() + " device " + expected.device();
    DeviceAmount used = DeviceAmount.ZERO;
    DeviceAmount capacity = DeviceAmount.ZERO;
    NodeSnapshot node = cluster.snapshot().node(expected.node());
    if (node != null) {
      for (int i = 0; i < node.devices().size(); i++) {
        if (node.devices().get(i).id().uuid().equals(expected.device())) {
          used = used.plusCapped(node.used(i));
          capacity = capacity.plusCapped(node.devices().get(i).capacity());
        }
      }
      for (Map.Entry<DeviceId, DeviceAmount> stray : node.unregistered().entrySet()) {
        if (stray.getKey().uuid().equals(expected.device())) {
          used = used.plusCapped(stray.getValue());
        }
      }
    }
    comparison.equal(subject + " memory", expected.memory(), used.memoryMiB());
    comparison.equal(subject + " cores", expected.cores(), (long) used.cores());
    comparison.equal(subject + " slots", expected.slots(), (long) used.slots());
    comparison.equal(subject + " overcommitted", expected.overcommitted(), !used.fitsIn(capacity));
  }

  private void namespace(Step.ExpectNamespace expected, Comparison comparison) {
    String subject = "namespace " + expected.namespace() + " " + expected.resource();
    NamespaceSnapshot namespace = cluster.snapshot().namespace(expected.namespace());
    QuotaResource resource = QuotaResource.find(families, expected.resource());
    if (resource == null) {
      comparison.differ(subject, "a resource of a device family", "none of that name");
      return;
    }
    comparison.equal(
        subject + " used",
        expected.used(),
        namespace.used(resource.family()).in(resource.dimension()));
    limit(
        subject,
        expected.limit(),
        QuotaRules.limit(namespace, resource.family(), resource.dimension()),
        comparison);
  }

  private void quota(Step.ExpectQuota expected, Comparison comparison) {
    String subject =
        "quota " + expected.namespace() + "/" + expected.quota() + " " + expected.resource();
    QuotaResource resource = QuotaResource.find(families, expected.resource());
    QuotaSnapshot quota =
        cluster.snapshot().namespace(expected.namespace()).quotas().stream()
            .filter(candidate -> candidate.quota().name().equals(expected.quota()))
            .findFirst()
            .orElse(null);
    if (resource == null || quota == null) {
      comparison.differ(subject, "to be there", "nothing");
      return;
    }
    comparison.equal(
        subject + " used", expected.used(), quota.used(resource.family()).in(resource.dimension()));
    limit(subject, expected.limit(), resource.limit(quota.quota()), comparison);
  }

  private static void limit(
      String subject, Step.@Nullable Limit expected, @Nullable Long found, Comparison comparison) {
    if (expected != null) {
      comparison.equal(
          subject + " limit",
          expected.value() == null ? "none" : expected.value().toString(),
          found == null ? "none" : found.toString());
    }
  }

  private @Nullable PodCharge charge(PodKey key) {
    ClusterSnapshot snapshot = cluster.snapshot();
    PodBook.Entry entry = cluster.book().of(key);
    JsonNode object = entry.lastObject();
    return object == null ? null : snapshot.charge(PodObjects.uid(object));
  }

  private static Set<String> uuids(PodAllocation allocation) {
    Set<String> uuids = new TreeSet<>();
    allocation
        .slotsByFamily()
        .values()
        .forEach(
            slots ->
                slots.forEach(slot -> slot.stream().map(DeviceShare::uuid).forEach(uuids::add)));
    return uuids;
  }

  /** Collects what is not as expected; what is null was not expected to be anything. */
  private static final class Comparison {
    private final List<String> differences = new ArrayList<>();

    void equal(String what, @Nullable Object expected, @Nullable Object found) {
      if (expected != null && !Objects.equals(expected, found)) {
        differ(what, expected, found);
      }
    }

    void contains(String what, @Nullable String expected, @Nullable String found) {
      if (expected != null && (found == null || !found.contains(expected))) {
        differ(what, expected, found);
      }
    }

    void differ(String what, Object expected, @Nullable Object found) {
      differences.add(what + ": expected " + expected + ", found " + found);
    }

    List<String> differences() {
      return differences;
    }
  }
}
