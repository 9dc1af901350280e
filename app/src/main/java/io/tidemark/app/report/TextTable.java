package io.tidemark.app.report;

import io.tidemark.api.text.Excerpt;
import io.tidemark.app.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns that line up, as wide as their widest cell. */
final class TextTable {
  private static final String GAP = "  ";

  private final TextStyle style;
  private final String[] headings;
  private final List<Object> rows = new ArrayList<>();

  /** A row of cells. */
  private record Row(Tone tone, String[] cells) {}

  TextTable(TextStyle style, String... headings) {
    this.style = style;
    this.headings = headings.clone();
  }

  /** One cell per heading. */
  void row(Tone tone, String... cells) {
    rows.add(new Row(tone, Arrays.stream(cells).map(Excerpt::printable).toArray(String[]::new)));
  }

  /** A line under the row before, which belongs to no column. */
  void under(String line) {
    rows.add(Excerpt.printable(line));
  }

  void write(StringBuilder out) {
    int[] widths = Arrays.stream(headings).mapToInt(String::length).toArray();
    for (Object row : rows) {
      if (row instanceof Row cells) {
        for (int i = 0; i < widths.length; i++) {
          widths[i] = Math.max(widths[i], cells.cells()[i].length());
        }
      }
    }
    out.append(style.paint(Tone.HEADING, line(headings, widths))).append('\n');
    for (Object row : rows) {
      out.append(
              row instanceof Row cells
                  ? style.paint(cells.tone(), line(cells.cells(), widths))
                  : style.paint(Tone.FAINT, (String) row))
          .append('\n');
    }
  }

  private static String line(String[] cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      line.append(i == 0 ? "" : GAP).append(Words.pad(cells[i], widths[i]));
    }
    return line.toString().stripTrailing();
  }
}
