package io.tidemark.app.cli;

import io.tidemark.app.report.TextStyle;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Help.Ansi;

/** What the output goes to. */
final class Terminal {
  private Terminal() {}

  /** Colour only on a terminal, and not against {@code NO_COLOR}; decided as picocli does. */
  static TextStyle style() {
    boolean unicode = Charset.defaultCharset().equals(StandardCharsets.UTF_8);
    return new TextStyle(Ansi.AUTO.enabled(), unicode && Ansi.AUTO.enabled());
  }

  /** Reports must look the same wherever they are written. */
  static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
