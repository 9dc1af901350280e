package io.tidemark.controlplane.build;

import java.util.List;

/**
 * One Go module of ours whose dependencies are built. Its {@code go.mod} and {@code go.sum} are
 * resources beside this class, so each build takes exactly the sources whose hashes stand there.
 *
 * @param directory the resource folder with {@code go.mod} and {@code go.sum}
 * @param linkerFlags for {@code -ldflags}
 * @param packages the main packages
 * @param output what {@code -o} gets, relative to the directory of the programs: a file name for
 *     one package, {@code "."} for several, which are then named by their package
 */
record GoModule(String directory, String linkerFlags, List<String> packages, String output) {
  GoModule {
    packages = List.copyOf(packages);
  }
}
