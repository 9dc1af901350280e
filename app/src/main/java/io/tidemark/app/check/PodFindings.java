package io.tidemark.app.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.inspect.ClusterState.Seen;
import io.tidemark.app.report.FindingCode;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with pods that ask for devices: their allocations, their requests, their form. */
final class PodFindings {
  private static final int MOST_CHANGES = 4;

  /** Asks admission about a pod that is to be created. */
  interface Reviewer {
    Verdict create(String namespace, JsonNode pod);
  }

  private final DeviceFamilies families;
  private final ClusterSnapshot snapshot;
  private final Reviewer reviewer;
  private final Findings findings;

  PodFindings(
      DeviceFamilies families, ClusterSnapshot snapshot, Reviewer reviewer, Findings findings) {
    this.families = families;
    this.snapshot = snapshot;
    this.reviewer = reviewer;
    this.findings = findings;
  }

  void of(Seen<PodRecord> seen) {
    PodRecord pod = seen.record();
    if (pod.status().terminal() || !pod.asks()) {
      return;
    }
    if (pod.nodeName() != null) {
      allocation(pod);
      devices(pod);
    }
    for (Problem problem : pod.demandProblems()) {
      findings.add(
          FindingCode.REQUEST_UNREADABLE,
          UsageFindings.object(pod),
          problem.field(),
          problem.message() + "; HAMi takes the container for one that asks for nothing",
          "such a pod is refused when it is created",
          "mend the request where the pod comes from");
    }
    if (pod.demandProblems().isEmpty()) {
      form(seen);
    }
  }

  private void allocation(PodRecord pod) {
    if (pod.allocation() instanceof AllocationReading.Unreadable unreadable) {
      for (Problem problem : unreadable.problems()) {
        findings.add(
            FindingCode.ALLOCATION_UNREADABLE,
            UsageFindings.object(pod),
            problem.field(),
            problem.message() + "; HAMi counts nothing and offers the cards to others",
            "node " + pod.nodeName() + " takes no new device pod until this is repaired",
            "repair the annotation, or end the pod before switching over");
      }
    } else if (pod.allocation() instanceof AllocationReading.Readable readable
        && !readable.missing().isEmpty()) {
      for (String word : readable.missing()) {
        findings.add(
            FindingCode.ALLOCATION_MISSING,
            UsageFindings.object(pod),
            "metadata.annotations[" + families.require(word).annotations().allocated() + "]",
            "is missing on a pod with a node that asks for " + word + "; HAMi counts nothing",
            "charged its count on node "
                + pod.nodeName()
                + " and in its namespace, and nothing on cards: what it holds is not known",
            "create the pod anew under Tidemark, if it uses a card");
      }
    }
  }

  private void devices(PodRecord pod) {
    PodCharge charge = snapshot.charge(pod.uid());
    if (charge == null) {
      return;
    }
    NodeSnapshot node = snapshot.node(charge.node());
    for (DeviceId device : charge.footprint().devices().keySet()) {
      if (node == null || node.indexOf(device) < 0) {
        findings.add(
            FindingCode.DEVICE_UNKNOWN,
            UsageFindings.object(pod),
            device.uuid(),
            node == null || node.node() == null
                ? "its node " + charge.node() + " is not there"
                : "node " + charge.node() + " does not register this device",
            "charged to the device, and counted when it appears",
            "see whether the card has failed or was replaced; such a pod may hold nothing");
      }
    }
  }

  /** Asks as if the pod were created anew: without a place, and without quotas. */
  private void form(Seen<PodRecord> seen) {
    PodRecord pod = seen.record();
    Verdict verdict = reviewer.create(pod.key().namespace(), asNew(seen.object()));
    if (verdict instanceof Verdict.NotOurs) {
      findings.add(
          FindingCode.SCHEDULER_UNKNOWN,
          UsageFindings.object(pod),
          "spec.schedulerName",
          "\"" + pod.schedulerName() + "\"",
          "left to that scheduler: neither brought into form nor placed; charged once it has a"
              + " node",
          "add the name to tidemark.admission.scheduler-names, if it is HAMi's");
    } else if (verdict instanceof Verdict.Denied denied) {
      findings.add(
          FindingCode.WOULD_BE_REFUSED,
          UsageFindings.object(pod),
          "",
          "was let in",
          "would be refused if it were created anew: " + denied.reason(),
          "mend it where the pod comes from; the pod itself goes on");
    } else if (verdict instanceof Verdict.Allowed allowed && !allowed.patch().isEmpty()) {
      findings.add(
          FindingCode.NOT_NORMAL_FORM,
          UsageFindings.object(pod),
          "",
          "runs in the form in which it was let in",
          "would get when created anew: " + changes(allowed.patch()),
          "nothing; the pod itself is not changed");
    }
  }

  private static String changes(List<PatchOperation> patch) {
    List<String> changes = new ArrayList<>();
    for (PatchOperation operation : patch.subList(0, Math.min(MOST_CHANGES, patch.size()))) {
      changes.add(field(operation.path()) + " = " + operation.value());
    }
    int more = patch.size() - changes.size();
    return String.join(", ", changes) + (more > 0 ? " and " + more + " more" : "");
  }

  /** The path of a field as people write it, from a JSON pointer. */
  private static String field(String pointer) {
    StringBuilder field = new StringBuilder();
    for (String escaped : pointer.substring(1).split("/")) {
      String part = escaped.replace("~1", "/").replace("~0", "~");
      boolean plain = part.chars().allMatch(Character::isLetter);
      field.append(plain ? (field.isEmpty() ? "" : ".") + part : "[" + part + "]");
    }
    return field.toString();
  }

  private JsonNode asNew(JsonNode object) {
    ObjectNode pod = object.deepCopy();
    pod.remove("status");
    pod.withObject("/spec").remove("nodeName");
    ObjectNode metadata = pod.withObject("/metadata");
    if (metadata.path("annotations") instanceof ObjectNode annotations) {
      PlacementKeys.annotations(families).forEach(annotations::remove);
    }
    if (metadata.path("labels") instanceof ObjectNode labels) {
      labels.remove(PlacementKeys.NODE);
    }
    return pod;
  }
}
