package io.tidemark.app.report;

import java.util.Locale;

/** Writes XML elements, one a line; every text and attribute value is escaped. */
final class Markup {
  private final StringBuilder out = new StringBuilder();
  private int depth;

  /**
   * @param attributes names and values in turn; one with an empty value is left out
   */
  Markup open(String name, Object... attributes) {
    start(name, attributes).append(">\n");
    depth++;
    return this;
  }

  Markup close(String name) {
    depth--;
    indent().append("</").append(name).append(">\n");
    return this;
  }

  /** An element without content. */
  Markup empty(String name, Object... attributes) {
    start(name, attributes).append("/>\n");
    return this;
  }

  /** An element with nothing but text in it. */
  Markup text(String name, String text, Object... attributes) {
    start(name, attributes).append('>').append(escape(text)).append("</").append(name);
    out.append(">\n");
    return this;
  }

  /** An element with a tooltip, for what takes no other content. */
  Markup titled(String name, String title, Object... attributes) {
    start(name, attributes).append("><title>").append(escape(title)).append("</title></");
    out.append(name).append(">\n");
    return this;
  }

  /** Text of our own that is markup or a style sheet already. */
  Markup raw(String text) {
    out.append(text);
    return this;
  }

  private StringBuilder start(String name, Object... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException("an attribute of " + name + " has no value");
    }
    indent().append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      String value = value(attributes[i + 1]);
      if (!value.isEmpty()) {
        out.append(' ').append(attributes[i]).append("=\"").append(escape(value)).append('"');
      }
    }
    return out;
  }

  private StringBuilder indent() {
    return out.append("  ".repeat(depth));
  }

  private static String value(Object value) {
    return value instanceof Double number ? number(number) : value.toString();
  }

  /** At most two decimals, with a point, whatever the locale. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  /** Escaped for text and quoted values; characters that XML does not allow become U+FFFD. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(point) ? point : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean allowed(int point) {
    return point == '\t'
        || point == '\n'
        || (point >= 0x20 && point <= 0x7E)
        || (point >= 0xA0 && point <= 0xD7FF)
        || (point >= 0xE000 && point <= 0xFFFD)
        || point >= 0x10000;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
