package io.tidemark.controlplane.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphansTest {
  @TempDir private Path directory;
  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder("sleep", "60").start();
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void whatAKilledJavaMachineLeftIsEnded() throws Exception {
    Path record = write("1-1", Orphans.identity(process.toHandle()));

    new Orphans(directory).end();

    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(record).doesNotExist();
  }

  @Test
  void aLaterProcessWithTheSameIdIsLeftAlone() throws Exception {
    write("1-1", process.pid() + "-12345");

    new Orphans(directory).end();

    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void whatALivingJavaMachineRunsIsLeftAlone() {
    Orphans orphans = new Orphans(directory);
    orphans.record(List.of(process.toHandle()));

    orphans.end();

    assertThat(process.isAlive()).isTrue();
    assertThat(directory).isNotEmptyDirectory();
    orphans.record(List.of());
    assertThat(directory).isEmptyDirectory();
  }

  private Path write(String owner, String line) throws IOException {
    return Files.write(directory.resolve(owner), List.of(line));
  }
}
