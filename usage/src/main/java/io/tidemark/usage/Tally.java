package io.tidemark.usage;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NamespaceAmount;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Running sums by key, kept by exchanging one contribution for another. Sums that are zero are left
 * out. All sums are checked; {@link #requireRoom} tells beforehand whether an exchange will throw.
 *
 * @param <K> what is summed over
 * @param <A> an immutable amount
 */
final class Tally<K, A> {
  /** How amounts are added up. */
  private interface Arithmetic<A> {
    A zero();

    A plus(A a, A b);

    A minus(A a, A b);
  }

  private static final Arithmetic<DeviceAmount> DEVICE =
      new Arithmetic<>() {
        @Override
        public DeviceAmount zero() {
          return DeviceAmount.ZERO;
        }

        @Override
        public DeviceAmount plus(DeviceAmount a, DeviceAmount b) {
          return a.plus(b);
        }

        @Override
        public DeviceAmount minus(DeviceAmount a, DeviceAmount b) {
          return a.minus(b);
        }
      };

  private static final Arithmetic<NamespaceAmount> NAMESPACE =
      new Arithmetic<>() {
        @Override
        public NamespaceAmount zero() {
          return NamespaceAmount.ZERO;
        }

        @Override
        public NamespaceAmount plus(NamespaceAmount a, NamespaceAmount b) {
          return a.plus(b);
        }

        @Override
        public NamespaceAmount minus(NamespaceAmount a, NamespaceAmount b) {
          return a.minus(b);
        }
      };

  private static final Arithmetic<Integer> COUNT =
      new Arithmetic<>() {
        @Override
        public Integer zero() {
          return 0;
        }

        @Override
        public Integer plus(Integer a, Integer b) {
          return Math.addExact(a, b);
        }

        @Override
        public Integer minus(Integer a, Integer b) {
          return Math.subtractExact(a, b);
        }
      };

  private final Arithmetic<A> arithmetic;
  private final SortedMap<K, A> sums;

  private Tally(Arithmetic<A> arithmetic, Comparator<K> order) {
    this.arithmetic = arithmetic;
    this.sums = new TreeMap<>(order);
  }

  static Tally<DeviceId, DeviceAmount> byDevice() {
    return new Tally<>(
        DEVICE, Comparator.comparing(DeviceId::uuid).thenComparing(DeviceId::family));
  }

  /** By family word. */
  static Tally<String, NamespaceAmount> inNamespace() {
    return new Tally<>(NAMESPACE, Comparator.<String>naturalOrder());
  }

  /** By family word. */
  static Tally<String, Integer> counts() {
    return new Tally<>(COUNT, Comparator.<String>naturalOrder());
  }

  /**
   * Changes nothing.
   *
   * @throws ArithmeticException where {@link #exchange} would throw
   */
  void requireRoom(Map<K, A> before, Map<K, A> after) {
    after.forEach((key, amount) -> exchanged(key, before.get(key), amount));
  }

  /** Takes one contribution out and puts another in. */
  void exchange(Map<K, A> before, Map<K, A> after) {
    for (Map.Entry<K, A> out : before.entrySet()) {
      if (!after.containsKey(out.getKey())) {
        set(out.getKey(), exchanged(out.getKey(), out.getValue(), arithmetic.zero()));
      }
    }
    for (Map.Entry<K, A> in : after.entrySet()) {
      set(in.getKey(), exchanged(in.getKey(), before.get(in.getKey()), in.getValue()));
    }
  }

  A sum(K key) {
    return sums.getOrDefault(key, arithmetic.zero());
  }

  /** A view, without zero sums, in a fixed order of the keys. */
  Map<K, A> sums() {
    return Collections.unmodifiableMap(sums);
  }

  private A exchanged(K key, @Nullable A out, A in) {
    A sum = sum(key);
    return arithmetic.plus(out == null ? sum : arithmetic.minus(sum, out), in);
  }

  private void set(K key, A sum) {
    if (sum.equals(arithmetic.zero())) {
      sums.remove(key);
    } else {
      sums.put(key, sum);
    }
  }
}
