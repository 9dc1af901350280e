/** The quota arithmetic that admission, fit and the ledger share. */
@NullMarked
package io.tidemark.api.quota;

import org.jspecify.annotations.NullMarked;
