package io.tidemark.scoring.bus;

import io.tidemark.scoring.DevicePolicy;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a configuration value; what is wrong with it reaches the start-up message. */
public final class DevicePolicyConverter implements Converter<DevicePolicy> {
  private static final long serialVersionUID = 1;

  @Override
  public DevicePolicy convert(String text) {
    return DevicePolicy.of(text);
  }
}
