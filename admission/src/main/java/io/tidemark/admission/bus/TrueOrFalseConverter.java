package io.tidemark.admission.bus;

import org.eclipse.microprofile.config.spi.Converter;

/** Reads a configuration value; a typing error does not pass as {@code false}. */
public final class TrueOrFalseConverter implements Converter<Boolean> {
  private static final long serialVersionUID = 1;

  @Override
  public Boolean convert(String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }
}
