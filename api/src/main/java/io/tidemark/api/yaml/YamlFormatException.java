package io.tidemark.api.yaml;

/** Text that is no YAML, or a document that does not say what it must; one line with its place. */
public final class YamlFormatException extends Exception {
  private static final long serialVersionUID = 1;

  private final String line;

  public YamlFormatException(String line) {
    super(line);
    this.line = line;
  }

  /** The whole message: file, place, what is wrong. */
  public String line() {
    return line;
  }
}
