/**
 * The server put together: what watches the cluster, schedules, leads and answers, started in the
 * order in which one needs the other and stopped in the opposite one. Decides nothing.
 */
@NullMarked
package io.tidemark.app.serve;

import org.jspecify.annotations.NullMarked;
