package io.tidemark.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.app.report.LedgerView.Held;
import io.tidemark.app.report.LedgerView.Limited;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A ledger as tables: every device, namespaces with their limits, and what should be looked at. */
public final class LedgerText {
  private final LedgerView ledger;
  private final Detail detail;
  private final TextStyle style;
  private final StringBuilder out = new StringBuilder();

  /**
   * How much is told.
   *
   * @param holders who holds each device
   * @param wide models of devices, and every quota by itself
   */
  public record Detail(boolean holders, boolean wide) {}

  private LedgerText(LedgerView ledger, Detail detail, TextStyle style) {
    this.ledger = ledger;
    this.detail = detail;
    this.style = style;
  }

  /**
   * Each line ends in {@code \n}.
   *
   * @param ledger as {@link LedgerJson} writes it
   */
  public static String text(JsonNode ledger, Detail detail, TextStyle style) {
    return new LedgerText(LedgerView.read(ledger), detail, style).write();
  }

  private String write() {
    devices();
    namespaces();
    if (detail.wide()) {
      quotas();
    }
    notes();
    summary();
    return out.toString();
  }

  private void devices() {
    if (ledger.devices().values().stream().allMatch(List::isEmpty)) {
      return;
    }
    List<String> headings = new ArrayList<>(List.of("NODE", "DEVICE"));
    if (detail.wide()) {
      headings.add("MODEL");
    }
    headings.addAll(List.of("USED", "MEMORY MiB", "CORES %", "SLOTS", "STATE"));
    TextTable table = new TextTable(style, headings.toArray(String[]::new));
    ledger
        .devices()
        .forEach((node, devices) -> devices.forEach(device -> device(table, node, device)));
    table.write(out);
  }

  private void device(TextTable table, String node, Held device) {
    DeviceAmount used = device.used();
    DeviceAmount capacity = device.capacity() == null ? DeviceAmount.ZERO : device.capacity();
    Measure main = Measure.main(List.of(capacity, used));
    boolean registered = device.capacity() != null;
    List<String> cells = new ArrayList<>(List.of(node, device.uuid()));
    if (detail.wide()) {
      cells.add(device.model());
    }
    cells.add(UsageBar.of(main.of(used), main.of(capacity), style));
    for (Measure measure : List.of(Measure.MEMORY, Measure.CORES, Measure.SLOTS)) {
      cells.add(
          registered
              ? measure.of(used) + " / " + measure.of(capacity)
              : Long.toString(measure.of(used)));
    }
    cells.add(state(device));
    boolean bad = device.overFull() || !registered;
    table.row(
        bad ? Tone.BAD : device.healthy() ? Tone.PLAIN : Tone.WARNING,
        cells.toArray(String[]::new));
    if (detail.holders()) {
      for (LedgerView.Holder holder : device.holders()) {
        table.under("    " + holder.pod() + "  " + Words.amount(holder.held()));
      }
    }
  }

  private static String state(Held device) {
    if (device.capacity() == null) {
      return "not registered";
    }
    if (device.overFull()) {
      return "OVER-FULL";
    }
    return device.healthy() ? "" : "unhealthy";
  }

  private void namespaces() {
    TextTable table = new TextTable(style, "NAMESPACE", "RESOURCE", "USED", "", "STATE");
    boolean any = false;
    for (Map.Entry<String, Map<String, Limited>> namespace : ledger.namespaces().entrySet()) {
      for (Map.Entry<String, Limited> resource : namespace.getValue().entrySet()) {
        if (resource.getValue().used() != 0 || resource.getValue().limit() != null) {
          limited(table, resource.getValue(), namespace.getKey(), resource.getKey());
          any = true;
        }
      }
    }
    section(table, any);
  }

  private void quotas() {
    TextTable table = new TextTable(style, "QUOTA", "RESOURCE", "USED", "", "STATE");
    boolean any = false;
    for (var namespace : ledger.quotas().entrySet()) {
      for (var quota : namespace.getValue().entrySet()) {
        for (Map.Entry<String, Limited> resource : quota.getValue().entrySet()) {
          String name = namespace.getKey() + "/" + quota.getKey();
          limited(table, resource.getValue(), name, resource.getKey());
          any = true;
        }
      }
    }
    section(table, any);
  }

  private void limited(TextTable table, Limited limited, String subject, String resource) {
    Long limit = limited.limit();
    boolean over = limit != null && limited.used() > limit;
    table.row(
        over ? Tone.BAD : Tone.PLAIN,
        subject,
        resource,
        limit == null ? "" : UsageBar.of(limited.used(), limit, style),
        limited.used() + (limit == null ? ", no limit" : " / " + limit),
        over ? "OVER QUOTA" : "");
  }

  private void section(TextTable table, boolean any) {
    if (any) {
      blank();
      table.write(out);
    }
  }

  private void notes() {
    List<String> notes = new ArrayList<>();
    ledger
        .closedNodes()
        .forEach(
            (node, pods) ->
                notes.add(
                    node
                        + " takes no new pod: the allocation of "
                        + Words.some(pods, 4)
                        + " cannot be read"));
    for (LedgerView.Charged pod : ledger.pods()) {
      String ground = ground(pod.basis());
      if (!ground.isEmpty()) {
        notes.add(pod.pod() + " on " + pod.node() + " " + ground);
      }
    }
    if (!notes.isEmpty()) {
      blank();
      notes.forEach(
          note -> {
            boolean first = true;
            for (String line : Words.wrap(note, Words.WIDTH - 2)) {
              out.append(first ? "- " : "  ").append(style.paint(Tone.WARNING, line)).append('\n');
              first = false;
            }
          });
    }
  }

  /** Empty for what is as it should be, and for what the closed nodes have told already. */
  private static String ground(String basis) {
    return switch (basis) {
      case "CountOnly" ->
          "asks for devices but carries no allocation: what it holds on cards is not known";
      case "LastGood" -> "carries an allocation that cannot be read any more: the last good counts";
      case "Reserved" -> "is reserved, not bound yet";
      default -> "";
    };
  }

  private void summary() {
    List<Held> all = ledger.devices().values().stream().flatMap(List::stream).toList();
    long idle = all.stream().filter(device -> device.used().isZero()).count();
    long overFull = all.stream().filter(Held::overFull).count();
    List<String> parts = new ArrayList<>();
    parts.add(Words.count(ledger.devices().size(), "node"));
    parts.add(Words.count(all.size(), "device") + (all.isEmpty() ? "" : " (" + idle + " idle)"));
    if (overFull > 0) {
      parts.add(overFull + " over-full");
    }
    parts.add(Words.count(ledger.pods().size(), "pod") + " charged");
    blank();
    out.append(String.join(", ", parts)).append('\n');
  }

  private void blank() {
    if (!out.isEmpty()) {
      out.append('\n');
    }
  }
}
