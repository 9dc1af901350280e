package io.tidemark.api.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** One document of a YAML or JSON text: its content as a JSON tree, and the lines it came from. */
public final class YamlDocument {
  private final String file;
  private final int number;
  private final Node root;
  private final JsonNode content;

  YamlDocument(String file, int number, Node root, JsonNode content) {
    this.file = file;
    this.number = number;
    this.root = root;
    this.content = content;
  }

  /** The name of the text, for messages. */
  public String file() {
    return file;
  }

  /** The document's number in its text, from 1. */
  public int number() {
    return number;
  }

  public JsonNode content() {
    return content;
  }

  /** This document with other content in its place; what it has in common keeps its lines. */
  public YamlDocument withContent(JsonNode other) {
    return new YamlDocument(file, number, root, other);
  }

  /**
   * Where a value stands: {@code file:line (document n)}.
   *
   * @param path keys ({@link String}) and list indexes ({@link Integer}) from the root; a path that
   *     leads nowhere gives the last place on the way
   */
  public String place(List<?> path) {
    return file + ":" + line(path) + " (document " + number + ")";
  }

  /** The line on which a value starts, from 1; see {@link #place}. */
  public int line(List<?> path) {
    Node at = root;
    int line = at.getStartMark().getLine();
    for (Object step : path) {
      Node next = null;
      if (at instanceof MappingNode map && step instanceof String key) {
        for (NodeTuple entry : map.getValue()) {
          if (entry.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key)) {
            line = name.getStartMark().getLine();
            next = entry.getValueNode();
          }
        }
      } else if (at instanceof SequenceNode list
          && step instanceof Integer index
          && index < list.getValue().size()) {
        next = list.getValue().get(index);
        line = next.getStartMark().getLine();
      }
      if (next == null) {
        break;
      }
      at = next;
    }
    return line + 1;
  }
}
