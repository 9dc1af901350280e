@NullMarked
package io.tidemark.controlplane;

import org.jspecify.annotations.NullMarked;
