package io.tidemark.app.simulation.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import io.tidemark.api.yaml.YamlReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the documents of files by what they are and expands Lists. Counts over all files what of
 * Lists was skipped.
 */
final class FileContentsReader {
  private static final String LIST = "List";
  static final String SCENARIO = "Scenario";

  private final KubeObjectReader objectReader;
  private final Map<String, Integer> skipped = new TreeMap<>();

  FileContentsReader(KubeObjectReader objectReader) {
    this.objectReader = objectReader;
  }

  /**
   * @param file the name of the text, for messages
   */
  FileContents read(String file, String text) throws InputException {
    List<YamlDocument> documents;
    try {
      documents = YamlReader.read(file, new StringReader(JsonStream.toYaml(text)));
    } catch (YamlFormatException e) {
      throw new InputException(e.line());
    }
    if (documents.isEmpty()) {
      throw new InputException(file + ": has no documents");
    }
    List<KubeObject> objects = new ArrayList<>();
    PlacedValue scenario = null;
    for (YamlDocument document : documents) {
      PlacedValue root = PlacedValue.root(document).map();
      String kind = root.get("kind").text();
      if (!kind.equals(SCENARIO)) {
        document(kind, root, objects);
      } else if (scenario == null) {
        scenario = root;
      } else {
        throw root.wrong(
            "a second Scenario; a file has at most one, and " + scenario.place() + " is it");
      }
    }
    return new FileContents(objects, scenario);
  }

  private void document(String word, PlacedValue root, List<KubeObject> objects)
      throws InputException {
    ObjectKind kind = ObjectKind.of(word);
    if (kind != null) {
      objects.add(objectReader.read(kind, root));
    } else if (isList(word, root)) {
      list(word, root, objects);
    } else {
      List<String> known = new ArrayList<>(ObjectKind.WORDS);
      known.add(LIST);
      known.add(SCENARIO);
      throw root.get("kind")
          .wrong(
              word
                  + " is no kind that can be simulated; known are "
                  + String.join(", ", known)
                  + Spelling.hint(word, known));
    }
  }

  /**
   * {@code List}, as kubectl writes it, or for instance {@code PodList}, as the API server does.
   */
  private static boolean isList(String word, PlacedValue root) {
    return word.equals(LIST) || elementKind(word) != null || isForeignList(word, root);
  }

  private static boolean isForeignList(String word, PlacedValue root) {
    return word.endsWith(LIST) && root.json().path("items").isArray();
  }

  private static @Nullable ObjectKind elementKind(String word) {
    return word.endsWith(LIST)
        ? ObjectKind.of(word.substring(0, word.length() - LIST.length()))
        : null;
  }

  private void list(String word, PlacedValue list, List<KubeObject> objects) throws InputException {
    PlacedValue items = list.get("items");
    if (!items.exists() || items.json().isNull()) {
      return;
    }
    String elementWord = word.substring(0, word.length() - LIST.length());
    for (PlacedValue item : items.list()) {
      element(elementWord, item.map(), objects);
    }
  }

  /** The API server leaves kind and apiVersion out of the items of a list of one kind. */
  private void element(String elementWord, PlacedValue item, List<KubeObject> objects)
      throws InputException {
    ObjectNode json = (ObjectNode) item.json();
    if (!elementWord.isEmpty() && !json.hasNonNull("kind")) {
      json.put("kind", elementWord);
    }
    String word = item.get("kind").text();
    ObjectKind kind = ObjectKind.of(word);
    if (kind != null && elementWord.equals(word) && !json.hasNonNull("apiVersion")) {
      json.put("apiVersion", kind.apiVersion());
    }
    if (word.equals(SCENARIO)) {
      throw item.get("kind").wrong("a Scenario is a document of its own");
    }
    if (kind != null && !isOfAnotherGroup(kind, item)) {
      objects.add(objectReader.read(kind, item));
    } else if (kind == null && isList(word, item)) {
      list(word, item, objects);
    } else {
      skipped.merge(word, 1, Integer::sum);
    }
  }

  /** Other API groups have kinds of the same names; they are other kinds. */
  private static boolean isOfAnotherGroup(ObjectKind kind, PlacedValue item) throws InputException {
    String apiVersion = item.get("apiVersion").text();
    return !group(apiVersion).equals(group(kind.apiVersion()));
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  /** One line for what was skipped so far; empty where nothing was. */
  List<String> notes() {
    if (skipped.isEmpty()) {
      return List.of();
    }
    int count = skipped.values().stream().mapToInt(Integer::intValue).sum();
    List<String> kinds = new ArrayList<>();
    skipped.forEach((kind, number) -> kinds.add(kind + " (" + number + ")"));
    return List.of(
        "skipped "
            + count
            + (count == 1 ? " object" : " objects")
            + (kinds.size() == 1 ? " of kind " : " of kinds ")
            + String.join(", ", kinds));
  }
}
