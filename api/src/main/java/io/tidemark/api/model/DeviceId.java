package io.tidemark.api.model;

/**
 * One accelerator on a node.
 *
 * @param family the word of its device family, for instance {@code NVIDIA}
 * @param uuid as its device plugin registered it
 */
public record DeviceId(String family, String uuid) {
  @Override
  public String toString() {
    return uuid;
  }
}
