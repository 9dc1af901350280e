/**
 * What a run of the simulator, or the live application, has to say, as immutable values, and the
 * writers that turn them into text ({@link io.tidemark.app.report.TextReport}, {@link
 * io.tidemark.app.report.ExplanationText}), JSON ({@link io.tidemark.app.report.JsonReport}) and
 * pictures ({@link io.tidemark.app.report.ChartSvg}, {@link io.tidemark.app.report.ChartHtml}).
 *
 * <p>The writers are pure functions: nothing here decides, does I/O or reads a clock, and the same
 * report always gives the same bytes, whatever the locale or platform. Names come from manifests
 * that nobody checked, so every writer escapes them for its output. Only {@code api}, the JDK and
 * Jackson's trees are known here.
 */
@NullMarked
package io.tidemark.app.report;

import org.jspecify.annotations.NullMarked;
