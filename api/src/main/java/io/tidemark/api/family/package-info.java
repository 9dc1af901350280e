/**
 * Device families as data: the record, its reader, and the rules that turn a container's resources
 * into a demand.
 */
@NullMarked
package io.tidemark.api.family;

import org.jspecify.annotations.NullMarked;
