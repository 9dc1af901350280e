package io.tidemark.api.formula;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.NamespaceAmount;
import java.util.function.BinaryOperator;

/**
 * How the shares of containers add up. For numbers it is sum and maximum; what is not a number
 * (core masks, placements) brings a union of its own for each of the two.
 *
 * @param <A> an immutable amount
 */
public interface Accumulation<A> {
  Accumulation<DeviceAmount> ON_DEVICE =
      of(DeviceAmount.ZERO, DeviceAmount::plus, DeviceAmount::max);

  Accumulation<NamespaceAmount> IN_NAMESPACE =
      of(NamespaceAmount.ZERO, NamespaceAmount::plus, NamespaceAmount::max);

  /** An accumulation of these three. */
  static <A> Accumulation<A> of(A nothing, BinaryOperator<A> together, BinaryOperator<A> either) {
    return new Accumulation<>() {
      @Override
      public A nothing() {
        return nothing;
      }

      @Override
      public A together(A a, A b) {
        return together.apply(a, b);
      }

      @Override
      public A either(A a, A b) {
        return either.apply(a, b);
      }
    };
  }

  /** The neutral element of both operations. */
  A nothing();

  /** What two containers hold that run at the same time. */
  A together(A a, A b);

  /** What must be kept for two steps of which only one happens at a time. */
  A either(A a, A b);
}
