package io.tidemark.app.leadership;

import org.jspecify.annotations.Nullable;

/** What reading and writing the Lease tells. */
interface LeaseEvents {
  /**
   * The Lease was read, or given up.
   *
   * @param holder null where nobody holds it
   */
  void observed(@Nullable String holder);

  /**
   * The Lease was written in our name.
   *
   * @param sentAt when the request was sent, on the monotonic clock in nanoseconds; others count
   *     from a later moment
   */
  void renewed(long sentAt);
}
