package io.tidemark.api.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Kubernetes quantities in all their legal spellings (apimachinery, resource.Quantity): {@code
 * 3000}, {@code 3k}, {@code 3e3}, {@code 3000.0}, {@code 16Gi}, {@code 1500m}. The API server
 * rewrites them in a canonical form, so {@code 3000} arrives as {@code 3k}.
 */
public final class Quantities {
  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))"
              + "(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?[0-9]{1,4}))?");

  /** The largest exponent that is read; everything beyond is far outside of what fits anywhere. */
  private static final int MAX_EXPONENT = 100;

  private static final int MAX_LENGTH = 128;

  private Quantities() {}

  /** The value, exactly; null where the text is no quantity. Never throws. */
  public static @Nullable BigDecimal read(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    String suffix = matcher.group(2);
    String exponent = matcher.group(3);
    if (exponent != null) {
      int power = Integer.parseInt(exponent);
      return Math.abs(power) > MAX_EXPONENT ? null : plain(number.scaleByPowerOfTen(power));
    }
    return suffix == null ? number : plain(number.multiply(multiplier(suffix)));
  }

  private static BigDecimal plain(BigDecimal value) {
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  private static BigDecimal multiplier(String suffix) {
    if (suffix.length() == 2) {
      int power = "KMGTPE".indexOf(suffix.charAt(0)) + 1;
      return new BigDecimal(BigInteger.TWO.pow(10 * power));
    }
    return switch (suffix) {
      case "n" -> BigDecimal.ONE.scaleByPowerOfTen(-9);
      case "u" -> BigDecimal.ONE.scaleByPowerOfTen(-6);
      case "m" -> BigDecimal.ONE.scaleByPowerOfTen(-3);
      default -> BigDecimal.ONE.scaleByPowerOfTen(3 * ("kMGTPE".indexOf(suffix) + 1));
    };
  }

  /** The largest whole number that is not above the value, kept inside the range of a long. */
  public static long floor(BigDecimal value) {
    BigInteger floor = value.setScale(0, java.math.RoundingMode.FLOOR).toBigInteger();
    if (floor.bitLength() < Long.SIZE) {
      return floor.longValue();
    }
    return floor.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
