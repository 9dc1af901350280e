package io.tidemark.api.yaml;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** Reads YAML texts of several documents, and JSON, which is a part of YAML. */
public final class YamlReader {
  private static final int MAX_DEPTH = 200;

  private YamlReader() {}

  /**
   * Reads all documents that are not empty.
   *
   * @param file the name of the text, for messages
   * @throws YamlFormatException where the text is no YAML; the message names file and line
   */
  public static List<YamlDocument> read(String file, Reader text) throws YamlFormatException {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setProcessComments(false);
    // What aliases add up to is bounded where they are expanded, not by how many there are.
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    List<YamlDocument> documents = new ArrayList<>();
    try {
      Composer composer =
          new Composer(
              new ParserImpl(new StreamReader(JsonAsYaml.of(text)), options),
              new Resolver(),
              options);
      int number = 0;
      while (composer.checkNode()) {
        number++;
        Node root = composer.getNode();
        if (!root.getTag().equals(Tag.NULL)) {
          documents.add(
              new YamlDocument(file, number, root, new NodeConverter(file).convert(root)));
        }
      }
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new YamlFormatException(file + ":" + line + ": is no YAML: " + e.getProblem());
    } catch (IOException e) {
      throw new YamlFormatException(file + ": cannot be read: " + e.getMessage());
    } catch (YAMLException e) {
      throw new YamlFormatException(
          file + ": is no YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    return documents;
  }
}
