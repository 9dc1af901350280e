/**
 * Which of several replicas filters and binds.
 *
 * <p>Replicas share one Lease. The one that holds it leads a <em>term</em>, numbered per process. A
 * leader believes in its term only until {@code renew-deadline} after it sent its last successful
 * renewal, by a clock that only moves forward; the others take the Lease over {@code
 * lease-duration} after they last saw it change, each by its own clock. So no two lead at one time
 * however their clocks differ, and a process that was paused knows that its term is over before it
 * answers anything. What a leader has sent before that moment may still arrive later: writes are
 * fenced by resourceVersion, not by this package.
 *
 * <p>Every method of {@link io.tidemark.app.leadership.Leadership} may be called on any thread;
 * asking costs a read and never waits. Listeners are called in order on one thread.
 */
@NullMarked
package io.tidemark.app.leadership;

import org.jspecify.annotations.NullMarked;
