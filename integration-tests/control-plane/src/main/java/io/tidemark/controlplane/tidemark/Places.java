package io.tidemark.controlplane.tidemark;

import java.nio.file.Path;

/** Where the build has put what is tested; the module's pom sets the properties. */
final class Places {
  private Places() {}

  /** The packaged program. */
  static Path program() {
    return of("tidemark.program");
  }

  /** The manifests that the documentation installs. */
  static Path manifests() {
    return of("tidemark.manifests");
  }

  private static Path of(String property) {
    String place = System.getProperty(property);
    if (place == null) {
      throw new IllegalStateException(
          "system property " + property + " is not set; run by Maven (verify)");
    }
    return Path.of(place).toAbsolutePath().normalize();
  }
}
