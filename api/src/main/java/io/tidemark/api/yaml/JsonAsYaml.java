package io.tidemark.api.yaml;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;

/**
 * Lets YAML 1.1 read the two things of JSON that it does not know: tabs between tokens, which
 * become blanks, and the escape {@code \/}. Other texts pass unchanged. Lines stay lines.
 */
final class JsonAsYaml extends FilterReader {
  private static final int LOOK_AHEAD = 1024;

  private boolean inString;
  private boolean escaped;

  private JsonAsYaml(Reader text) {
    super(new PushbackReader(text, 1));
  }

  /** The text itself, unless it starts as JSON does: with blanks at most before a bracket. */
  static Reader of(Reader text) throws IOException {
    BufferedReader buffered = new BufferedReader(text);
    buffered.mark(LOOK_AHEAD);
    int first = buffered.read();
    for (int i = 1; i < LOOK_AHEAD && first >= 0 && Character.isWhitespace(first); i++) {
      first = buffered.read();
    }
    buffered.reset();
    return first == '{' || first == '[' ? new JsonAsYaml(buffered) : buffered;
  }

  @Override
  public int read() throws IOException {
    int c = in.read();
    if (inString && !escaped && c == '\\') {
      c = in.read();
      if (c == '/') {
        return c;
      }
      if (c >= 0) {
        ((PushbackReader) in).unread(c);
      }
      escaped = true;
      return '\\';
    }
    if (c == '"' && !escaped) {
      inString = !inString;
    }
    escaped = false;
    return c == '\t' && !inString ? ' ' : c;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int c = read();
      if (c < 0) {
        break;
      }
      buffer[offset + count++] = (char) c;
    }
    return count == 0 && length > 0 ? -1 : count;
  }
}
