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
        .isEqualTo(
            "tidemark.usage.release: cannot read \"foo\": Cannot convert foo to enum class"
                + " io.tidemark.api.formula.ReleaseMode, allowed values: all,never,each");
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
  void anyOtherProblemStaysOneLine() {
    assertThat(ConfigProblems.line("first\n  second")).isEqualTo("first second");
  }
}
