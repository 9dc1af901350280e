package io.tidemark.app.report;

import io.tidemark.api.text.Excerpt;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.List;

/** Lines of text with headings, and entries in three columns whose last one is wrapped. */
final class TextLines {
  private static final String INDENT = "  ";
  private static final int GAP = 2;

  /** As wide as a usage bar, so that what follows a bar and a word stand in one column. */
  private static final int WORD_WIDTH = UsageBar.CELLS + 2;

  private final StringBuilder out;
  private final TextStyle style;

  TextLines(StringBuilder out, TextStyle style) {
    this.out = out;
    this.style = style;
  }

  void title(String title) {
    String clean = Excerpt.printable(title);
    line(style.paint(Tone.HEADING, clean));
    line(style.rule(Math.min(Words.WIDTH, Math.max(1, clean.length()))));
  }

  void section(String heading) {
    blank();
    line(style.paint(Tone.HEADING, heading));
  }

  void blank() {
    out.append('\n');
  }

  void line(String text) {
    out.append(text.stripTrailing()).append('\n');
  }

  /** Wrapped text, all lines with the same indent. */
  void paragraph(Tone tone, String indent, String text) {
    for (String line : Words.wrap(text, Words.WIDTH - indent.length())) {
      line(indent + style.paint(tone, line));
    }
  }

  /**
   * What the entry is about, a word or a bar, and the rest in words. A subject wider than its
   * column has a line of its own.
   *
   * @param paragraphs each starts on a line of its own
   */
  void entry(int subjectWidth, String subject, Tone tone, String word, List<String> paragraphs) {
    String name = Excerpt.printable(subject);
    int textColumn = textColumn(subjectWidth);
    String lead;
    if (name.length() > subjectWidth) {
      line(INDENT + name);
      lead = " ".repeat(INDENT.length() + subjectWidth + GAP);
    } else {
      lead = INDENT + Words.pad(name, subjectWidth) + " ".repeat(GAP);
    }
    lead += style.paint(tone, word) + " ".repeat(Math.max(0, WORD_WIDTH - word.length()) + GAP);
    boolean first = true;
    for (String paragraph : paragraphs) {
      for (String line : Words.wrap(paragraph, textWidth(subjectWidth))) {
        line((first ? lead : " ".repeat(textColumn)) + line);
        first = false;
      }
    }
    if (first) {
      line(lead);
    }
  }

  /** How many characters of an entry's third column stand in one line. */
  int textWidth(int subjectWidth) {
    return Words.WIDTH - textColumn(subjectWidth);
  }

  private static int textColumn(int subjectWidth) {
    return INDENT.length() + subjectWidth + GAP + WORD_WIDTH + GAP;
  }
}
