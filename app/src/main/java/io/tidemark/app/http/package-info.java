/**
 * The edge to kube-scheduler, the API server and people: what comes over HTTP, read into the
 * questions of {@code scheduling}, and its answers on the wire.
 *
 * <p>Bodies arrive on event loops; reading, deciding and writing is done on worker threads. Every
 * request is answered in the form of its endpoint, whatever came; only a caller that hangs up is
 * not.
 */
@NullMarked
package io.tidemark.app.http;

import org.jspecify.annotations.NullMarked;
