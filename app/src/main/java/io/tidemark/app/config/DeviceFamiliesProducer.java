package io.tidemark.app.config;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.FamilyChoice;
import io.tidemark.api.family.FamilyReader;
import io.tidemark.api.family.HamiDeviceConfig;
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
import java.util.Set;

/** Reads the device families once, at start. */
@ApplicationScoped
public class DeviceFamiliesProducer {
  private static final String FILES = "tidemark.families.files";
  private static final String HAMI_DEVICE_CONFIG = "tidemark.families.hami-device-config";

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
      added.addAll(read(FILES, file, FamilyReader::read));
    }
    List<DeviceFamily> bundled =
        config.hamiDeviceConfig().isPresent()
            ? read(HAMI_DEVICE_CONFIG, config.hamiDeviceConfig().get(), HamiDeviceConfig::read)
            : FamilyReader.bundled();
    FamilyChoice choice =
        new FamilyChoice(config.enabled().orElse(Set.of()), config.disabled().orElse(Set.of()));
    try {
      return choice.of(bundled, added);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigurationException("tidemark.families: " + e.getMessage());
    }
  }

  /** Reads the device families of one file. */
  private interface Format {
    List<DeviceFamily> read(String file, Reader text) throws YamlFormatException;
  }

  private static List<DeviceFamily> read(String setting, Path file, Format format) {
    try (Reader text = Files.newBufferedReader(file)) {
      List<DeviceFamily> families = format.read(file.toString(), text);
      if (families.isEmpty()) {
        throw new InvalidConfigurationException(setting + ": " + file + " has no device family");
      }
      return families;
    } catch (YamlFormatException e) {
      throw new InvalidConfigurationException(setting + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new InvalidConfigurationException(setting + ": no such file: " + file);
    } catch (IOException e) {
      throw new InvalidConfigurationException(
          setting + ": cannot read " + file + ": " + e.getMessage());
    }
  }
}
