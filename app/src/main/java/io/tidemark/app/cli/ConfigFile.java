package io.tidemark.app.cli;

import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import io.tidemark.api.yaml.YamlReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The form of a file of settings. It is checked before the application starts, since what reads it
 * there ends with a stack trace where it is wrong.
 */
final class ConfigFile {
  private ConfigFile() {}

  /** What is wrong with the file's form, in one line; null where nothing is. */
  static @Nullable String wrong(Path file) {
    boolean properties = file.toString().toLowerCase(Locale.ROOT).endsWith(".properties");
    try (Reader text = Files.newBufferedReader(file)) {
      return properties ? wrongProperties(file, text) : wrongYaml(file, text);
    } catch (CharacterCodingException e) {
      return file + ": is no UTF-8 text";
    } catch (IOException e) {
      return file + ": cannot be read: " + e.getMessage();
    }
  }

  private static @Nullable String wrongProperties(Path file, Reader text) throws IOException {
    try {
      new Properties().load(text);
      return null;
    } catch (IllegalArgumentException e) {
      return file + ": " + e.getMessage();
    }
  }

  private static @Nullable String wrongYaml(Path file, Reader text) {
    try {
      List<YamlDocument> documents = YamlReader.read(file.toString(), text);
      for (YamlDocument document : documents) {
        if (document.number() > 1) {
          return document.place(List.of()) + ": settings are one YAML document";
        }
        if (!document.content().isObject()) {
          return document.place(List.of()) + ": settings must be a map";
        }
      }
      return null;
    } catch (YamlFormatException e) {
      return e.getMessage();
    }
  }
}
