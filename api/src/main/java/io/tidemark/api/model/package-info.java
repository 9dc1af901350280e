/**
 * The words of Tidemark (design, section 1) as immutable records. Nothing here decides anything,
 * reads a clock or does I/O. Absent is {@code null} where marked, an empty collection or text
 * otherwise; memory is in MiB and cores are in percent of one card.
 */
@NullMarked
package io.tidemark.api.model;

import org.jspecify.annotations.NullMarked;
