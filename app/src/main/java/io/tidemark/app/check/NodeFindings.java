package io.tidemark.app.check;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.app.inspect.ClusterState.Seen;
import io.tidemark.app.report.FindingCode;
import io.tidemark.app.report.Words;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is wrong with nodes: their cards, registers and device plugins. */
final class NodeFindings {
  /** As HAMi's plugins name their lists of cards (protocol, section 1.1). */
  private static final Pattern REGISTER =
      Pattern.compile("hami\\.io/node-[A-Za-z0-9.-]*register[A-Za-z0-9.-]*");

  private static final int MOST_HOLDERS = 6;

  private final DeviceFamilies families;
  private final ClusterSnapshot snapshot;
  private final Instant at;
  private final Findings findings;
  private final Set<String> registers;

  NodeFindings(DeviceFamilies families, ClusterSnapshot snapshot, Instant at, Findings findings) {
    this.families = families;
    this.snapshot = snapshot;
    this.at = at;
    this.findings = findings;
    this.registers =
        families.all().stream()
            .map(family -> family.inventory().register())
            .filter(Objects::nonNull)
            .map(key -> (String) key)
            .collect(Collectors.toSet());
  }

  void of(Seen<NodeRecord> seen) {
    NodeRecord node = seen.record();
    String object = "Node " + node.name();
    registers(node, object);
    for (FamilyInventory inventory : node.inventories().values()) {
      if (!inventory.devices().isEmpty()) {
        plugin(inventory, object);
      }
    }
    unknownRegisters(seen, object);
    NodeSnapshot charged = snapshot.node(node.name());
    if (charged != null) {
      cards(charged, object);
      kubelet(charged, node, object);
    }
  }

  private void registers(NodeRecord node, String object) {
    Set<Problem> unreadable =
        node.inventories().values().stream()
            .map(FamilyInventory::unreadable)
            .filter(Objects::nonNull)
            .map(problem -> (Problem) problem)
            .collect(Collectors.toSet());
    for (Problem problem : node.problems()) {
      if (unreadable.contains(problem)) {
        findings.add(
            FindingCode.REGISTER_UNREADABLE,
            object,
            problem.field(),
            problem.message() + "; HAMi goes on offering the cards it last read",
            "the node offers no card of that family",
            "see the log of the node's device plugin, which writes the list");
      } else if (isOfPairScores(problem)) {
        findings.add(
            FindingCode.PAIR_SCORES_UNREADABLE,
            object,
            problem.field(),
            problem.message() + "; HAMi offers none of the node's cards of that family",
            "the cards are offered, and count as not linked to each other",
            "see the log of the node's device plugin, which writes the scores");
      } else {
        findings.add(
            FindingCode.CARD_LEFT_OUT,
            object,
            problem.field(),
            problem.message(),
            "the card is not offered",
            "see the configuration of the node's device plugin");
      }
    }
  }

  private boolean isOfPairScores(Problem problem) {
    return families.all().stream()
        .map(family -> family.inventory().pairScores())
        .anyMatch(key -> key != null && problem.field().endsWith("[" + key + "]"));
  }

  private void plugin(FamilyInventory inventory, String object) {
    DeviceFamily family = families.require(inventory.family());
    String cards = inventory.devices().size() + " cards of " + inventory.family();
    String count = "status.allocatable[" + family.resources().count() + "]";
    if (inventory.handshake().stale(at, inventory.allocatable())) {
      findings.add(
          FindingCode.PLUGIN_DEAD,
          object,
          "metadata.annotations[" + family.inventory().handshake() + "]",
          "unanswered since "
              + inventory.handshake().requestedAt()
              + ", and the kubelet offers no device; HAMi goes on offering "
              + cards
              + " for a minute of each 75 s",
          "the node offers no card of that family until the plugin is back",
          "start the device plugin again, or remove the register annotation");
    } else if (inventory.allocatable() != null && inventory.allocatable() == 0) {
      findings.add(
          FindingCode.NOTHING_ALLOCATABLE,
          object,
          count,
          "is 0 while " + cards + " are registered; the kubelet would reject every pod",
          "nothing is placed there",
          "see whether the device plugin runs");
    }
  }

  private void unknownRegisters(Seen<NodeRecord> seen, String object) {
    Set<String> unknown = new TreeSet<>();
    seen.object()
        .path("metadata")
        .path("annotations")
        .properties()
        .forEach(
            annotation -> {
              if (REGISTER.matcher(annotation.getKey()).matches()
                  && !registers.contains(annotation.getKey())
                  && !annotation.getValue().asText("").isEmpty()) {
                unknown.add(annotation.getKey());
              }
            });
    for (String key : unknown) {
      findings.add(
          FindingCode.FAMILY_NOT_ENABLED,
          object,
          "metadata.annotations[" + key + "]",
          "lists cards",
          "no enabled device family reads it: these cards are not seen, and pods that ask for"
              + " them are nobody's",
          "enable or write that device family first (docs/configuration.md)");
    }
  }

  private void cards(NodeSnapshot node, String object) {
    for (int i = 0; i < node.devices().size(); i++) {
      Device device = node.devices().get(i);
      DeviceAmount used = node.used(i);
      if (!used.fitsIn(device.capacity())) {
        List<String> holders =
            node.charges().stream()
                .filter(charge -> !charge.footprint().on(device.id()).isZero())
                .map(charge -> charge.pod().key().toString())
                .sorted()
                .toList();
        findings.add(
            FindingCode.DEVICE_OVER_FULL,
            object,
            device.id().uuid(),
            "pods may need "
                + Amounts.text(used, device.capacity())
                + " of "
                + Amounts.text(device.capacity(), used)
                + ": "
                + Words.some(holders, MOST_HOLDERS),
            "takes nothing new until it clears",
            "move one of these pods before they meet");
      }
    }
  }

  private void kubelet(NodeSnapshot charged, NodeRecord node, String object) {
    for (FamilyInventory inventory : node.inventories().values()) {
      Long allocatable = inventory.allocatable();
      int held = charged.kubeletCount(inventory.family());
      if (allocatable != null && allocatable > 0 && held >= allocatable) {
        findings.add(
            FindingCode.KUBELET_DEVICES_EXHAUSTED,
            object,
            "status.allocatable[" + families.require(inventory.family()).resources().count() + "]",
            "the kubelet holds " + held + " of " + allocatable + " device ids",
            "nothing is placed there, whatever memory is free",
            "raise the device plugin's split count, if that is too few");
      }
    }
  }
}
