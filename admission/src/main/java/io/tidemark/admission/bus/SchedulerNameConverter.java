package io.tidemark.admission.bus;

import org.eclipse.microprofile.config.spi.Converter;

/** Reads one name of a list; what is wrong with it reaches the start-up message. */
public final class SchedulerNameConverter implements Converter<String> {
  private static final long serialVersionUID = 1;

  @Override
  public String convert(String text) {
    String name = text.strip();
    if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException("must be names of schedulers, separated by commas");
    }
    return name;
  }
}
