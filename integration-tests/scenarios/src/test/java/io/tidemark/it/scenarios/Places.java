package io.tidemark.it.scenarios;

import java.nio.file.Path;

/** Where the build has put things; the module's pom sets the properties. */
public final class Places {
  private Places() {}

  public static Path of(String property) {
    String place = System.getProperty(property);
    if (place == null) {
      throw new AssertionError(
          "system property " + property + " is not set; run by Maven (verify)");
    }
    return Path.of(place).toAbsolutePath().normalize();
  }
}
