package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2030-01-31T12:00:05.678Z"), ZoneOffset.UTC);

  private final StringWriter out = new StringWriter();

  @Test
  void elsewhereThanOnATerminalEveryChangeIsAddedWithItsTime() {
    Screen screen = new Screen(new PrintWriter(out), CLOCK, false);
    screen.show("a\n");
    screen.show("a\n");
    screen.show("b\n");

    assertThat(out).hasToString("# 2030-01-31T12:00:05Z\na\n\n# 2030-01-31T12:00:05Z\nb\n");
  }

  @Test
  void onATerminalTheNewTakesThePlaceOfTheOld() {
    Screen screen = new Screen(new PrintWriter(out), CLOCK, true);
    screen.show("a\n");

    assertThat(out).hasToString("\u001b[H\u001b[2Ja\n\n2030-01-31T12:00:05Z; Ctrl-C ends\n");
  }
}
