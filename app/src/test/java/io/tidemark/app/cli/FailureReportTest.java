package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.simulation.scenario.InputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class FailureReportTest {
  private final StringWriter err = new StringWriter();

  @Test
  void aFaultOfTheProgramIsNoFailedExpectation() {
    assertThat(report(new IllegalStateException("odd"))).isEqualTo(70);
    assertThat(err.toString().lines().findFirst())
        .hasValue(
            "tidemark: internal error, please report it: java.lang.IllegalStateException: odd");
    assertThat(err.toString()).contains("\tat " + FailureReportTest.class.getName());
  }

  @Test
  void whatTheUserCanMendIsOneLine() {
    assertThat(report(new RuntimeException(new InputException("a.yaml: no such file"))))
        .isEqualTo(2);
    assertThat(err).hasToString("tidemark: a.yaml: no such file" + System.lineSeparator());
  }

  @Test
  void soIsAWrongSetting() {
    assertThat(report(new InvalidConfigurationException("a: is empty"))).isEqualTo(2);
    assertThat(err).hasToString("tidemark: a: is empty" + System.lineSeparator());
  }

  private int report(Throwable failure) {
    return Tidemark.report(failure, new PrintWriter(err, true));
  }
}
