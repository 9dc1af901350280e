package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
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
  void aFileOfTheWrongFormIsRefusedBeforeTheStart() throws Exception {
    assertThat(wrong("a.yaml", "tidemark: [1")).contains("a.yaml:1: is no YAML: expected ','");
    assertThat(wrong("a.yml", "- tidemark\n"))
        .endsWith("a.yml:1 (document 1): settings must be a map");
    assertThat(wrong("a.yaml", "tidemark: {}\n---\ntidemark: {}\n"))
        .endsWith("a.yaml:3 (document 2): settings are one YAML document");
    assertThat(wrong("a.properties", "x=\\u12zz\n")).contains("a.properties: Malformed");
    assertThat(System.getProperty(LOCATIONS)).isNull();
  }

  @Test
  void anEmptyFileSetsNothing() throws Exception {
    Path file = Files.writeString(directory.resolve("empty.yaml"), "# nothing yet\n");
    assertThat(Startup.configure(new String[] {"--config", file.toString()})).isNull();
  }

  private String wrong(String name, String content) throws Exception {
    Path file = Files.writeString(directory.resolve(name), content);
    return Objects.requireNonNull(Startup.configure(new String[] {"--config", file.toString()}));
  }

  @Test
  void aFileThatIsNotThereOrOfAnotherKindIsNamed() {
    assertThat(Startup.configure(new String[] {"--config", "missing.yaml"}))
        .isEqualTo("--config: cannot read missing.yaml");
    assertThat(Startup.configure(new String[] {"--config", "a.toml"}))
        .isEqualTo("--config: the file must end in .properties, .yaml or .yml, found a.toml");
  }
}
