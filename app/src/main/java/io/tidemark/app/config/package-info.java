/** What the modules are given that configuration decides. */
@NullMarked
package io.tidemark.app.config;

import org.jspecify.annotations.NullMarked;
