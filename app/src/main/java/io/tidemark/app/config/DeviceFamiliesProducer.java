package io.tidemark.app.config;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.FamilyReader;
import io.tidemark.api.yaml.YamlFormatException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the device families once, at start. */
@ApplicationScoped
public class DeviceFamiliesProducer {
  private final FamiliesConfig config;

  public DeviceFamiliesProducer(FamiliesConfig config) {
    this.config = config;
  }

  /**
   * @throws InvalidConfigurationException where a file cannot be read or says something wrong
   */
  @Produces
  @Singleton
  public DeviceFamilies families() {
    List<DeviceFamily> added = new ArrayList<>();
    for (Path file : config.files().orElse(List.of())) {
      added.addAll(read(file));
    }
    try {
      return FamilyReader.withBundled(added);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigurationException("tidemark.families.files: " + e.getMessage());
    }
  }

  private static List<DeviceFamily> read(Path file) {
    try (Reader text = Files.newBufferedReader(file)) {
      List<DeviceFamily> families = FamilyReader.read(file.toString(), text);
      if (families.isEmpty()) {
        throw new InvalidConfigurationException(
            "tidemark.families.files: " + file + " has no device family");
      }
      return families;
    } catch (YamlFormatException e) {
      throw new InvalidConfigurationException("tidemark.families.files: " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new InvalidConfigurationException("tidemark.families.files: no such file: " + file);
    } catch (IOException e) {
      throw new InvalidConfigurationException(
          "tidemark.families.files: cannot read " + file + ": " + e.getMessage());
    }
  }
}
