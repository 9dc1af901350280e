/** How objects of a cluster are read that come as JSON from outside. */
@NullMarked
package io.tidemark.app.json;

import org.jspecify.annotations.NullMarked;
