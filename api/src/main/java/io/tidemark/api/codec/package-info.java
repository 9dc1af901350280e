/**
 * The texts of HAMi's annotations (protocol, sections 0 to 2). Reading never guesses: a text either
 * has a meaning or is refused with what is wrong in it.
 */
@NullMarked
package io.tidemark.api.codec;

import org.jspecify.annotations.NullMarked;
