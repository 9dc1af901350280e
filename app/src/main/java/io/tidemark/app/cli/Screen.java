package io.tidemark.app.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * What a watch writes to. On a terminal each text takes the place of the one before; elsewhere each
 * is added with its time before it. A text that says the same is not written again.
 */
final class Screen {
  /** To the upper left corner; and from there on everything is wiped. */
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final PrintWriter out;
  private final Clock clock;
  private final boolean terminal;
  private String shown = "";

  Screen(PrintWriter out, Clock clock) {
    this(out, clock, Terminal.isTerminal());
  }

  Screen(PrintWriter out, Clock clock, boolean terminal) {
    this.out = out;
    this.clock = clock;
    this.terminal = terminal;
  }

  void show(String text) {
    if (text.equals(shown)) {
      return;
    }
    String time =
        DateTimeFormatter.ISO_INSTANT.format(
            clock.instant().truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC));
    if (terminal) {
      out.print(CLEAR + text + "\n" + time + "; Ctrl-C ends\n");
    } else {
      out.print((shown.isEmpty() ? "" : "\n") + "# " + time + "\n" + text);
    }
    out.flush();
    shown = text;
  }
}
