package io.tidemark.scoring;

/** Which of two nodes is preferred (protocol, section 4.7). */
public enum NodePolicy {
  /** The fuller one. */
  BINPACK,
  /** The emptier one. */
  SPREAD;

  /** What an annotation asks for. As in HAMi, every text but {@code spread} packs. */
  static NodePolicy ofAnnotation(String text) {
    return text.strip().equals("spread") ? SPREAD : BINPACK;
  }
}
