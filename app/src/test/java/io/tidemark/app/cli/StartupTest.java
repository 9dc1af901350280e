package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartupTest {
  private static final String LOCATIONS = "smallrye.config.locations";

  @TempDir Path directory;

  @AfterEach
  void forget() {
    System.clearProperty(LOCATIONS);
  }

  @Test
  void withoutConfigNothingIsSet() {
    assertThat(Startup.configure(new String[] {"simulate", "a.yaml"})).isNull();
    assertThat(System.getProperty(LOCATIONS)).isNull();
  }

  @Test
  void bothSpellingsOfTheOptionAreFound() throws Exception {
    Path file = Files.writeString(directory.resolve("a.properties"), "");
    assertThat(Startup.configure(new String[] {"simulate", "--config", file.toString()})).isNull();
    assertThat(System.getProperty(LOCATIONS)).isEqualTo(file.toUri().toString());
    System.clearProperty(LOCATIONS);
    assertThat(Startup.configure(new String[] {"simulate", "--config=" + file})).isNull();
    assertThat(System.getProperty(LOCATIONS)).isEqualTo(file.toUri().toString());
  }

  @Test
  void aFileThatIsNotThereOrOfAnotherKindIsNamed() {
    assertThat(Startup.configure(new String[] {"--config", "missing.yaml"}))
        .isEqualTo("--config: cannot read missing.yaml");
    assertThat(Startup.configure(new String[] {"--config", "a.toml"}))
        .isEqualTo("--config: the file must end in .properties, .yaml or .yml, found a.toml");
  }
}
