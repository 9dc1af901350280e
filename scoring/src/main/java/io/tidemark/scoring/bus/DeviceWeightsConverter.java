package io.tidemark.scoring.bus;

import io.tidemark.scoring.DeviceWeights;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a configuration value; what is wrong with it reaches the start-up message. */
public final class DeviceWeightsConverter implements Converter<DeviceWeights> {
  private static final long serialVersionUID = 1;

  @Override
  public DeviceWeights convert(String text) {
    return DeviceWeights.of(text);
  }
}
