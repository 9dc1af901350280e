package io.tidemark.api.model;

/**
 * Something in an object that cannot be read or cannot be right, in one line.
 *
 * @param object kind and name, for instance {@code Pod team-a/train}
 * @param field the path of the field, for instance {@code spec.containers[0].name}
 * @param message what is wrong, with the value found and what is allowed
 */
public record Problem(String object, String field, String message) {
  @Override
  public String toString() {
    return field.isEmpty() ? object + ": " + message : object + ": " + field + ": " + message;
  }
}
