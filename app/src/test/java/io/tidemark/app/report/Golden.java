package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected outputs, one file each in the test resources. */
final class Golden {
  private Golden() {}

  /** What was found is left in {@code target/golden}, to be compared or taken over. */
  static void assertMatches(String actual, String name) {
    try {
      Path found = Path.of("target", "golden", name);
      Files.createDirectories(found.getParent());
      Files.writeString(found, actual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(actual).as("target/golden/%s", name).isEqualTo(read(name));
  }

  private static String read(String name) {
    try (InputStream in = Golden.class.getResourceAsStream("/report/" + name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
