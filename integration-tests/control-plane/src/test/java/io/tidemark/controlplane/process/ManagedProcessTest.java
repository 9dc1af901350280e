package io.tidemark.controlplane.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String ORDERLY =
      "trap 'echo goodbye; exit 0' TERM; echo hello $NAME; while :; do sleep 0.05; done";

  private ManagedProcess process;

  @BeforeEach
  void script(@TempDir Path directory) {
    process =
        new ManagedProcess(
            "script",
            List.of("sh", "-c", ORDERLY),
            Map.of("NAME", "you"),
            directory.resolve("script.log"));
  }

  @AfterEach
  void end() {
    process.close();
  }

  @Test
  void stopLetsAProgramEndInOrder() {
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);

    process.stop();

    assertThat(process.isRunning()).isFalse();
    assertThat(process.awaitExit(PATIENCE)).isZero();
    assertThat(process.tail()).contains("goodbye");
  }

  @Test
  void killDoesNot() {
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);

    process.kill();

    assertThat(process.awaitExit(PATIENCE)).isEqualTo(128 + 9);
    assertThat(process.tail()).doesNotContain("goodbye");
  }

  @Test
  void aPausedProgramRunsAndDoesNothingUntilItIsResumed() throws Exception {
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);
    process.pause();
    assertThat(process.isRunning()).isTrue();
    ProcessHandle.of(process.pid()).orElseThrow().destroy();
    assertThatThrownBy(() -> process.awaitExit(Duration.ofMillis(200)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("script still runs");

    process.resume();

    assertThat(process.awaitExit(PATIENCE)).isZero();
  }

  @Test
  void aPausedProgramIsStoppedAllTheSame() {
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);
    process.pause();

    process.stop();

    assertThat(process.isRunning()).isFalse();
  }

  @Test
  void itsLogHoldsAllItsLives() {
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);
    process.kill();
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);
    process.stop();

    assertThat(process.log()).hasContent("hello you\nhello you\ngoodbye");
  }

  @Test
  void aLineThatNeverComesIsReportedWithTheEndOfTheLog() {
    process.start();
    process.awaitLogLine(line -> line.equals("hello you"), PATIENCE);
    process.kill();

    assertThatThrownBy(() -> process.awaitLogLine(line -> line.equals("never"), PATIENCE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("script ended")
        .hasMessageContaining("hello you");
  }
}
