@NullMarked
package io.tidemark.controlplane.process;

import org.jspecify.annotations.NullMarked;
