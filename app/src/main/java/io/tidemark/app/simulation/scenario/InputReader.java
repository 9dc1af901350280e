package io.tidemark.app.simulation.scenario;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads input files into the clusters to simulate. A file with a Scenario is a cluster of its own;
 * the objects of files without one are in every cluster. Where no file has a Scenario, all of them
 * make one cluster.
 */
public final class InputReader {
  /** The name of standard input among the files. */
  public static final String STANDARD_INPUT = "-";

  private static final String STANDARD_INPUT_IN_MESSAGES = "stdin";

  private final DeviceFamilies families;

  /**
   * @param families the enabled ones: they say what of an object is read
   */
  public InputReader(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * @param simulations in the order of the files, at least one
   * @param notes lines for the user beside the result
   */
  public record Input(List<SimulationInput> simulations, List<String> notes) {
    public Input {
      simulations = List.copyOf(simulations);
      notes = List.copyOf(notes);
    }
  }

  private record NamedContents(String file, FileContents contents) {}

  /**
   * @param files paths, and {@code -} for standard input
   * @param standardInput asked for at most once, and closed
   * @throws InputException where a file cannot be read or something in it is wrong
   */
  public Input read(List<String> files, Supplier<InputStream> standardInput) throws InputException {
    return read(files, standardInput, List.of());
  }

  /**
   * The same, with a cluster that is there beside the files. What a file says of an object of the
   * cluster holds instead, except of a Pod, which a cluster would refuse to create twice.
   *
   * @param cluster its objects; empty where there is none
   */
  public Input read(
      List<String> files, Supplier<InputStream> standardInput, List<KubeObject> cluster)
      throws InputException {
    if (files.isEmpty() && cluster.isEmpty()) {
      throw new InputException("no input files");
    }
    if (files.stream().filter(STANDARD_INPUT::equals).count() > 1) {
      throw new InputException("standard input (-) can be read only once");
    }
    KubeObjectReader objectReader = new KubeObjectReader(families);
    FileContentsReader contentsReader = new FileContentsReader(objectReader);
    List<NamedContents> contents = new ArrayList<>();
    for (String file : files) {
      String name = file.equals(STANDARD_INPUT) ? STANDARD_INPUT_IN_MESSAGES : file;
      contents.add(
          new NamedContents(file, contentsReader.read(name, text(file, name, standardInput))));
    }
    List<SimulationInput> simulations = new ArrayList<>();
    ScenarioReader scenarioReader = new ScenarioReader(families, objectReader);
    for (NamedContents named : contents) {
      PlacedValue scenario = named.contents().scenario();
      if (scenario != null) {
        List<KubeObject> own = cluster(contents, named.contents());
        simulations.add(scenarioReader.read(scenario, on(cluster, own)));
      }
    }
    if (simulations.isEmpty()) {
      List<KubeObject> objects =
          contents.stream().flatMap(named -> named.contents().objects().stream()).toList();
      String name = files.isEmpty() ? "cluster" : String.join(",", files);
      simulations.add(new SimulationInput(name, on(cluster, objects), null));
    }
    Set<PodKey> standing = pods(cluster);
    return new Input(
        simulations.stream().map(input -> input.withStanding(standing)).toList(),
        contentsReader.notes());
  }

  /** The objects of a file with a Scenario, and those that are in every cluster. */
  private static List<KubeObject> cluster(List<NamedContents> all, FileContents own) {
    return all.stream()
        .map(NamedContents::contents)
        .filter(contents -> contents == own || contents.scenario() == null)
        .flatMap(contents -> contents.objects().stream())
        .toList();
  }

  /** The objects of the cluster, as far as files do not replace them, and those of the files. */
  private static List<KubeObject> on(List<KubeObject> cluster, List<KubeObject> files)
      throws InputException {
    Set<String> replaced = new HashSet<>();
    for (KubeObject object : files) {
      if (!object.kind().equals("Pod")) {
        replaced.add(which(object));
      }
    }
    List<KubeObject> all = new ArrayList<>(cluster);
    all.removeIf(object -> replaced.contains(which(object)));
    all.addAll(files);
    requireDistinct(all);
    return all;
  }

  private static Set<PodKey> pods(List<KubeObject> objects) {
    Set<PodKey> pods = new HashSet<>();
    for (KubeObject object : objects) {
      if (object.kind().equals("Pod")) {
        pods.add(new PodKey(object.namespace(), object.name()));
      }
    }
    return pods;
  }

  private static String which(KubeObject object) {
    return object.kind() + " " + object.qualifiedName();
  }

  private static void requireDistinct(List<KubeObject> objects) throws InputException {
    Map<String, KubeObject> seen = new HashMap<>();
    for (KubeObject object : objects) {
      KubeObject before = seen.put(which(object), object);
      if (before != null) {
        throw new InputException(
            object.place() + ": " + which(object) + " is already at " + before.place());
      }
    }
  }

  private static String text(String file, String name, Supplier<InputStream> standardInput)
      throws InputException {
    try {
      byte[] bytes;
      if (file.equals(STANDARD_INPUT)) {
        try (InputStream stream = standardInput.get()) {
          bytes = stream.readAllBytes();
        }
      } else {
        bytes = Files.readAllBytes(Path.of(file));
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (NoSuchFileException e) {
      throw new InputException(name + ": no such file");
    } catch (AccessDeniedException e) {
      throw new InputException(name + ": may not be read");
    } catch (CharacterCodingException e) {
      throw new InputException(name + ": is no UTF-8 text");
    } catch (InvalidPathException e) {
      throw new InputException(name + ": is no file name");
    } catch (IOException e) {
      throw new InputException(name + ": cannot be read: " + e.getMessage());
    }
  }
}
