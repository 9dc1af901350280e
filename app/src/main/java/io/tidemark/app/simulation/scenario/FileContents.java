package io.tidemark.app.simulation.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one file holds.
 *
 * @param objects in the order of the file, those of Lists in their place
 * @param scenario null where the file has none
 */
record FileContents(List<KubeObject> objects, @Nullable PlacedValue scenario) {
  FileContents {
    objects = List.copyOf(objects);
  }
}
