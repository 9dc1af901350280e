package io.tidemark.scoring.bus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.tidemark.scoring.DevicePolicy;
import io.tidemark.scoring.DeviceWeights;
import io.tidemark.scoring.NodePolicy;

/** The policies of pods that ask for none; values that cannot be read stop the start-up. */
@ConfigMapping(prefix = "tidemark.scoring")
public interface ScoringConfig {
  /** {@code binpack} or {@code spread}. */
  @WithDefault("binpack")
  NodePolicy nodePolicy();

  /**
   * {@code binpack}, {@code spread}, {@code numa}, {@code mutex}, {@code topology-aware}, or a list
   * of them separated by commas.
   */
  @WithDefault("spread")
  @WithConverter(DevicePolicyConverter.class)
  DevicePolicy devicePolicy();

  /** How much each resource counts in the order of devices. */
  @WithDefault("slot=1,core=1,memory=1")
  @WithConverter(DeviceWeightsConverter.class)
  DeviceWeights deviceWeights();
}
