/** How texts of unknown origin are shown in messages. */
@NullMarked
package io.tidemark.api.text;

import org.jspecify.annotations.NullMarked;
