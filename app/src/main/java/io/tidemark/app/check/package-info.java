/**
 * What would change in a cluster with Tidemark: rules over objects and the ledger, each a pure
 * function that yields findings. HAMi's side of them is as of HAMi 2.10, by its source.
 */
@NullMarked
package io.tidemark.app.check;

import org.jspecify.annotations.NullMarked;
