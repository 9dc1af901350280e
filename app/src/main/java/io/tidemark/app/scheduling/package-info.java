/**
 * What a kube-scheduler asks of an extender and an API server of a webhook: filter, bind and the
 * admission of a pod, as sequences of messages to the modules. The same code answers for the
 * simulator and for the server.
 */
@NullMarked
package io.tidemark.app.scheduling;

import org.jspecify.annotations.NullMarked;
