/**
 * The cluster behind an API server.
 *
 * <p>Writing: {@code KubernetesCluster} sends each write once and says what is known of its
 * outcome; a client that repeats a Binding by itself would read its own success as a refusal. Calls
 * wait for their answer, at most {@code tidemark.cluster.request-timeout} each, so none may be made
 * on an event loop.
 *
 * <p>Watching: {@code ClusterFeed} shows the whole cluster as three lists, then every change in
 * order, from one thread of its own. It keeps names, UIDs and versions, never objects. What an
 * object's malformed part costs is that part; what a lost connection costs is time, which {@code
 * Freshness} tells.
 *
 * <p>The client of the application is used for its connection, credentials and TLS. Objects are
 * read as JSON by {@code ObjectReader}, not by its typed decoder, which rejects a whole object, and
 * with it the whole list, for one malformed field.
 */
@NullMarked
package io.tidemark.app.cluster.kubernetes;

import org.jspecify.annotations.NullMarked;
