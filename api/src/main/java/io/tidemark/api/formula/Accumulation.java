package io.tidemark.api.formula;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.NamespaceAmount;

/**
 * How the shares of containers add up. For numbers it is sum and maximum; what is not a number
 * (core masks, placements) brings a union of its own for each of the two.
 *
 * @param <A> an immutable amount
 */
public interface Accumulation<A> {
  Accumulation<DeviceAmount> ON_DEVICE =
      new Accumulation<>() {
        @Override
        public DeviceAmount nothing() {
          return DeviceAmount.ZERO;
        }

        @Override
        public DeviceAmount together(DeviceAmount a, DeviceAmount b) {
          return a.plus(b);
        }

        @Override
        public DeviceAmount either(DeviceAmount a, DeviceAmount b) {
          return a.max(b);
        }
      };

  Accumulation<NamespaceAmount> IN_NAMESPACE =
      new Accumulation<>() {
        @Override
        public NamespaceAmount nothing() {
          return NamespaceAmount.ZERO;
        }

        @Override
        public NamespaceAmount together(NamespaceAmount a, NamespaceAmount b) {
          return a.plus(b);
        }

        @Override
        public NamespaceAmount either(NamespaceAmount a, NamespaceAmount b) {
          return a.max(b);
        }
      };

  /** The neutral element of both operations. */
  A nothing();

  /** What two containers hold that run at the same time. */
  A together(A a, A b);

  /** What must be kept for two steps of which only one happens at a time. */
  A either(A a, A b);
}
