/**
 * The way from the application into the modules: one typed method per address. Nothing else here
 * sends to a module.
 */
@NullMarked
package io.tidemark.app.bus;

import org.jspecify.annotations.NullMarked;
