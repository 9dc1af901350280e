package io.tidemark.app.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.text.Excerpt;
import io.tidemark.app.report.FindingCode.Severity;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;

/** Findings as text and as JSON. */
public final class FindingsReport {
  private static final int WORD_WIDTH = 10;
  private static final String INDENT = "  ";

  private FindingsReport() {}

  /**
   * Each line ends in {@code \n}.
   *
   * @param findings in the order in which they are told
   */
  public static String text(List<Finding> findings, TextStyle style) {
    StringBuilder out = new StringBuilder();
    for (Finding finding : findings) {
      Severity severity = finding.code().severity();
      String subject = finding.object() + (finding.field().isEmpty() ? "" : ": " + finding.field());
      out.append(style.paint(tone(severity), severity.word() + " " + finding.code().text()))
          .append("  ")
          .append(Excerpt.printable(subject))
          .append('\n');
      entry(out, "today", finding.found());
      entry(out, "Tidemark", finding.expected());
      entry(out, "to do", finding.action());
      out.append('\n');
    }
    return out.append(summary(findings)).append('\n').toString();
  }

  private static void entry(StringBuilder out, String word, String text) {
    if (text.isEmpty()) {
      return;
    }
    String lead = INDENT + Words.pad(word, WORD_WIDTH);
    for (String line : Words.wrap(text, Words.WIDTH - lead.length())) {
      out.append(lead).append(line).append('\n');
      lead = " ".repeat(lead.length());
    }
  }

  private static Tone tone(Severity severity) {
    return switch (severity) {
      case ERROR -> Tone.BAD;
      case WARNING -> Tone.WARNING;
      case INFO -> Tone.HEADING;
    };
  }

  private static String summary(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "nothing found: with Tidemark everything stays as it is";
    }
    List<String> parts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = count(findings, severity);
      if (count > 0) {
        String noun = severity == Severity.INFO ? "note" : severity.word();
        parts.add(Words.count(count, noun));
      }
    }
    return String.join(", ", parts);
  }

  private static long count(List<Finding> findings, Severity severity) {
    return findings.stream().filter(finding -> finding.code().severity() == severity).count();
  }

  /** All findings, and how many there are of each severity. */
  public static ObjectNode json(List<Finding> findings) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode array = json.putArray("findings");
    for (Finding finding : findings) {
      array
          .addObject()
          .put("code", finding.code().text())
          .put("severity", finding.code().severity().word())
          .put("object", finding.object())
          .put("field", finding.field())
          .put("found", finding.found())
          .put("expected", finding.expected())
          .put("action", finding.action());
    }
    ObjectNode summary = json.putObject("summary");
    for (Severity severity : Severity.values()) {
      summary.put(severity.word(), count(findings, severity));
    }
    return json;
  }
}
