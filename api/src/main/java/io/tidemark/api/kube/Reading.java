package io.tidemark.api.kube;

import io.tidemark.api.model.Problem;
import java.util.List;

/**
 * What an object says, and what of it is malformed: of a wrong type, or of a value that no API
 * server would have let through. The record leaves the malformed parts out. Annotations with
 * contents that cannot be read are not malformed objects: they are part of the record.
 */
public record Reading<T>(T value, List<Problem> malformed) {
  public Reading {
    malformed = List.copyOf(malformed);
  }
}
