package io.tidemark.admission;

import java.util.List;

/**
 * The operator's choices.
 *
 * @param schedulerNames the schedulers that ask Tidemark; the first is the one that is written
 * @param overwriteDefaultScheduler whether a pod of ours that names no scheduler, or Kubernetes'
 *     own, is given the first of them
 */
public record AdmissionSettings(
    List<String> schedulerNames, boolean overwriteDefaultScheduler, QuotaMode quotaMode) {
  public AdmissionSettings {
    schedulerNames = List.copyOf(schedulerNames);
    if (schedulerNames.isEmpty() || schedulerNames.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "scheduler names must be a list of names, found " + schedulerNames);
    }
  }
}
