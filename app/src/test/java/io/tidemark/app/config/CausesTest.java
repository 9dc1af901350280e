package io.tidemark.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class CausesTest {
  @Test
  void theFirstCauseIsNamedBesideWhatWasDone() {
    assertThat(
            Causes.line(
                new IllegalStateException(
                    "Operation: [get] failed.",
                    new IOException("wrapper", new ConnectException("Connection refused")))))
        .isEqualTo("Operation: [get] failed.: Connection refused");
  }

  @Test
  void nothingIsSaidTwice() {
    IOException cause = new IOException("no route");
    assertThat(Causes.line(new IllegalStateException(cause)))
        .isEqualTo("java.io.IOException: no route");
    assertThat(Causes.line(cause)).isEqualTo("no route");
  }

  @Test
  void itIsOneLineAndNeverEmpty() {
    assertThat(Causes.line(new IllegalStateException("first\n  second"))).isEqualTo("first second");
    assertThat(Causes.line(new IllegalStateException())).isEqualTo("IllegalStateException");
  }
}
