package io.tidemark.it.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import io.tidemark.api.yaml.YamlReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One scenario file.
 *
 * @param documents its documents in order, as JSON trees
 */
public record ScenarioFile(Path path, List<JsonNode> documents) {
  public ScenarioFile {
    documents = List.copyOf(documents);
  }

  /** All files of the suite, in the order of their names. */
  public static List<ScenarioFile> all() {
    Path root = Places.of("tidemark.scenarios");
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(Files::isRegularFile).sorted().map(ScenarioFile::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ScenarioFile read(Path path) {
    List<JsonNode> documents = new ArrayList<>();
    try (Reader text = Files.newBufferedReader(path)) {
      for (YamlDocument document : YamlReader.read(path.toString(), text)) {
        documents.add(document.content());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (YamlFormatException e) {
      throw new AssertionError(e);
    }
    return new ScenarioFile(path, documents);
  }

  /** Folder and name without the ending, for instance {@code quota/explicit-zero}. */
  public String title() {
    Path root = Places.of("tidemark.scenarios");
    return withoutEnding(root.relativize(path).toString().replace('\\', '/'));
  }

  /** The name that the Scenario in it must have. */
  String name() {
    return withoutEnding(path.getFileName().toString());
  }

  /** The Scenario documents; a good file has one. */
  List<JsonNode> scenarios() {
    return documents.stream()
        .filter(document -> document.path("kind").asText().equals("Scenario"))
        .toList();
  }

  /** The steps of its Scenario. */
  public List<JsonNode> steps() {
    List<JsonNode> steps = new ArrayList<>();
    scenarios().forEach(scenario -> scenario.path("spec").path("steps").forEach(steps::add));
    return steps;
  }

  public boolean hasStep(String word) {
    return steps().stream().anyMatch(step -> step.has(word));
  }

  private static String withoutEnding(String file) {
    int dot = file.lastIndexOf('.');
    return dot < 0 ? file : file.substring(0, dot);
  }
}
