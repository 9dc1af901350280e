package io.tidemark.app.cli;

import io.tidemark.app.report.TextStyle;
import java.io.Console;
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

  /** Whether standard output is one on which text can be replaced. */
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && isTerminal(console) && !"dumb".equals(System.getenv("TERM"));
  }

  /** From Java 22 on there is a console also where there is no terminal, and it says so. */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Reports must look the same wherever they are written. */
  static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }
}
