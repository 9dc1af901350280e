@NullMarked
package io.tidemark.controlplane.agent;

import org.jspecify.annotations.NullMarked;
