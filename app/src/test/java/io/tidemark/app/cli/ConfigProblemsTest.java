package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigProblemsTest {
  @Test
  void aValueThatCannotBeReadIsNamedWithWhatIsAllowed() {
    assertThat(
            ConfigProblems.line(
                "java.lang.IllegalArgumentException: SRCFG00039: The config property"
                    + " tidemark.usage.release with the config value \"foo\" threw an Exception"
                    + " whilst being converted SRCFG00049: Cannot convert foo to enum class"
                    + " io.tidemark.api.formula.ReleaseMode, allowed values: all,never,each"))
        .isEqualTo("tidemark.usage.release: cannot read \"foo\": must be one of all, never, each");
  }

  @Test
  void anUnknownSettingIsNamed() {
    assertThat(
            ConfigProblems.line(
                "SRCFG00050: tidemark.usage.relaese in PropertiesConfigSource[source=file:x]:1 does"
                    + " not map to any root"))
        .isEqualTo("tidemark.usage.relaese is no setting; docs/configuration.md lists them");
  }

  @Test
  void anEmptyValueIsNamed() {
    assertThat(
            ConfigProblems.line(
                "java.util.NoSuchElementException: SRCFG00040: The config property"
                    + " tidemark.admission.scheduler-names is defined as the empty String (\"\")"
                    + " which the following Converter considered to be null:"
                    + " io.smallrye.config.Converters$CollectionConverter"))
        .isEqualTo("tidemark.admission.scheduler-names: is empty");
  }

  @Test
  void aReferenceWithoutValueIsNamed() {
    assertThat(
            ConfigProblems.line(
                "java.util.NoSuchElementException: SRCFG00011: Could not expand value nope in"
                    + " property tidemark.usage.release"))
        .isEqualTo("tidemark.usage.release: there is no value for ${nope}");
  }

  @Test
  void noNameOfAJavaClassIsShown() {
    assertThat(ConfigProblems.line("java.lang.IllegalStateException: SRCFG00099: is odd"))
        .isEqualTo("is odd");
  }

  @Test
  void anyOtherProblemStaysOneLine() {
    assertThat(ConfigProblems.line("first\n  second")).isEqualTo("first second");
  }
}
