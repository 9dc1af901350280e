/**
 * YAML texts as JSON trees that still know the lines they came from, so that a message about a
 * Scenario or a device family can name its place.
 */
@NullMarked
package io.tidemark.api.yaml;

import org.jspecify.annotations.NullMarked;
