package io.tidemark.api.placement;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;

/**
 * Why one device cannot take what a container needs at one of its steps.
 *
 * @param need what the container asks on the device, with what runs beside it on the device
 * @param free what is left there of other pods; negative on an over-full device
 * @param hopeless the device would refuse also when nothing were on it
 */
public record DeviceRefusal(
    DeviceId device, RefusalCode code, DeviceAmount need, DeviceAmount free, boolean hopeless) {}
