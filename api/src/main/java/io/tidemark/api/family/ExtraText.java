package io.tidemark.api.family;

import io.tidemark.api.family.ExtraAnnotation.Placeholder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of an extra annotation with its placeholders, as in {@code {index}_{cores}}. */
public final class ExtraText {
  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z]+)\\}");

  private static final Set<Placeholder> OF_POD =
      EnumSet.of(Placeholder.NODE, Placeholder.SECONDS, Placeholder.NANOSECONDS);

  private ExtraText() {}

  /** The text with every placeholder replaced. */
  public static String fill(String text, Function<Placeholder, String> values) {
    return NAME.matcher(text)
        .replaceAll(
            match -> {
              Placeholder placeholder = placeholder(match.group(1));
              return Matcher.quoteReplacement(
                  placeholder == null ? match.group() : values.apply(placeholder));
            });
  }

  /** The names in braces. */
  static List<String> placeholders(String text) {
    return NAME.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** Null where no placeholder is called so. */
  static @Nullable Placeholder placeholder(String name) {
    for (Placeholder placeholder : Placeholder.values()) {
      if (spelling(placeholder).equals(name)) {
        return placeholder;
      }
    }
    return null;
  }

  static boolean tellsOfDevices(String text) {
    return placeholders(text).stream()
        .map(ExtraText::placeholder)
        .anyMatch(placeholder -> placeholder != null && !OF_POD.contains(placeholder));
  }

  static String allowed() {
    return Arrays.stream(Placeholder.values())
        .map(ExtraText::spelling)
        .collect(Collectors.joining(", "));
  }

  private static String spelling(Placeholder placeholder) {
    String[] words = placeholder.name().toLowerCase(Locale.ROOT).split("_", -1);
    StringBuilder text = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      text.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
    }
    return text.toString();
  }
}
