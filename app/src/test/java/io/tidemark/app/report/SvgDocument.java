package io.tidemark.app.report;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A chart read back as XML, with the places of what it draws. */
final class SvgDocument {
  /** Coordinates are rounded to two decimals. */
  private static final double TOLERANCE = 0.05;

  private final Document document;

  private SvgDocument(Document document) {
    this.document = document;
  }

  /** A box in the drawing. */
  record Box(String what, double left, double top, double right, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right - TOLERANCE
          && other.left < right - TOLERANCE
          && top < other.bottom - TOLERANCE
          && other.top < bottom - TOLERANCE;
    }

    boolean inside(Box other) {
      return left >= other.left - TOLERANCE
          && right <= other.right + TOLERANCE
          && top >= other.top - TOLERANCE
          && bottom <= other.bottom + TOLERANCE;
    }
  }

  static SvgDocument parse(String svg) {
    try {
      DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setErrorHandler(null);
      return new SvgDocument(builder.parse(new InputSource(new StringReader(svg))));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + e.getMessage(), e);
    }
  }

  Element root() {
    return document.getDocumentElement();
  }

  Box viewBox() {
    String[] parts = root().getAttribute("viewBox").split(" ", -1);
    return new Box("viewBox", 0, 0, Double.parseDouble(parts[2]), Double.parseDouble(parts[3]));
  }

  List<Element> all(String name, String cssClass) {
    List<Element> found = new ArrayList<>();
    NodeList nodes = document.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      Element element = (Element) nodes.item(i);
      if (cssClass.isEmpty() || element.getAttribute("class").equals(cssClass)) {
        found.add(element);
      }
    }
    return found;
  }

  List<String> texts() {
    return all("text", "").stream().map(Element::getTextContent).toList();
  }

  static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  static String title(Element element) {
    return element.getElementsByTagName("title").item(0).getTextContent();
  }

  static Box box(Element rect) {
    double x = number(rect, "x");
    double y = number(rect, "y");
    return new Box(
        rect.getTextContent(), x, y, x + number(rect, "width"), y + number(rect, "height"));
  }

  /** Where the texts stand, by the widths that the chart itself reckons with. */
  List<Box> textBoxes() {
    List<Box> boxes = new ArrayList<>();
    for (Element text : all("text", "")) {
      String cssClass = text.getAttribute("class");
      int size = cssClass.equals("tm-heading") ? 18 : cssClass.equals("tm-name") ? 13 : 11;
      boolean bold = size > 11 || cssClass.equals("tm-strong");
      String content = text.getTextContent();
      double width = bold ? TextWidth.ofBold(content, size) : TextWidth.of(content, size);
      double x = number(text, "x");
      double y = number(text, "y");
      double left =
          switch (text.getAttribute("text-anchor")) {
            case "end" -> x - width;
            case "middle" -> x - width / 2;
            default -> x;
          };
      boxes.add(new Box(content, left, y - size * 0.8, left + width, y + size * 0.2));
    }
    return boxes;
  }

  /** The boxes of the blocks of one pod. */
  List<Box> blocks(String pod) {
    return all("rect", "tm-block").stream()
        .filter(block -> title(block).startsWith(pod + ":"))
        .map(SvgDocument::box)
        .toList();
  }
}
