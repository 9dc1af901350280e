package io.tidemark.app.cluster.kubernetes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Puts lines together from the pieces in which they come. */
final class LineBuffer {
  /** Far more than any object that etcd stores. */
  private static final int LONGEST = 32 << 20;

  private ByteArrayOutputStream begun = new ByteArrayOutputStream();

  /** Takes a line without its end. */
  interface Lines {
    void line(byte[] bytes, int offset, int length) throws IOException;
  }

  /**
   * @throws IOException what {@code lines} threw, or where a line does not end
   */
  void add(byte[] piece, Lines lines) throws IOException {
    int start = 0;
    for (int i = 0; i < piece.length; i++) {
      if (piece[i] == '\n') {
        end(piece, start, i - start, lines);
        start = i + 1;
      }
    }
    begun.write(piece, start, piece.length - start);
    if (begun.size() > LONGEST) {
      throw new IOException("a line of more than " + LONGEST + " bytes");
    }
  }

  private void end(byte[] piece, int offset, int length, Lines lines) throws IOException {
    if (begun.size() == 0) {
      if (length > 0) {
        lines.line(piece, offset, length);
      }
      return;
    }
    begun.write(piece, offset, length);
    byte[] line = begun.toByteArray();
    begun = new ByteArrayOutputStream();
    lines.line(line, 0, line.length);
  }
}
