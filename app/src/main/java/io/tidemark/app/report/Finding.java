package io.tidemark.app.report;

import java.util.Comparator;

/**
 * Something that is not as it should be, or would be otherwise with Tidemark.
 *
 * @param object kind and name, for instance {@code Pod team-a/train}
 * @param field the path of the field, or the device, that it is about; empty for the whole object
 * @param found what is today
 * @param expected what it would be with Tidemark
 * @param action what to do about it
 */
public record Finding(
    FindingCode code, String object, String field, String found, String expected, String action) {
  /** What matters most first; then by code, object and field. */
  public static final Comparator<Finding> ORDER =
      Comparator.comparing((Finding finding) -> finding.code().severity())
          .thenComparing(Finding::code)
          .thenComparing(Finding::object)
          .thenComparing(Finding::field)
          .thenComparing(Finding::found);
}
