@NullMarked
package io.tidemark.controlplane.build;

import org.jspecify.annotations.NullMarked;
