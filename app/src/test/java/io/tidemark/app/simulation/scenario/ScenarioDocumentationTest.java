package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.report.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/scenarios.md says is what the reader takes. */
class ScenarioDocumentationTest {
  private static final Path FILE = Path.of("..", "docs", "scenarios.md");

  @Test
  void shouldShowAnExampleThatCanBeRead() throws Exception {
    String example = example();

    assertThat(Inputs.refusal(example)).isEqualTo("read without an error");
    assertThat(ScenarioSchemaTest.schemaErrors(example)).isEmpty();
    assertThat(Inputs.read(example).simulations().get(0).steps()).hasSize(10);
  }

  @Test
  void shouldExplainEveryStepAndEveryField() throws IOException {
    String text = Files.readString(FILE);

    for (String word : StepReader.WORDS) {
      assertThat(text).contains("| `" + word + ": ");
    }
    for (List<String> fields :
        List.of(ExpectReader.POD_FIELDS, ExpectReader.DEVICE_FIELDS, ExpectReader.AMOUNT_FIELDS)) {
      for (String field : fields) {
        assertThat(text).contains("`" + field + "`");
      }
    }
    for (Decision decision : Decision.values()) {
      assertThat(text).contains("`" + decision.text() + "`");
    }
    for (String kind : ObjectKind.WORDS) {
      assertThat(text).contains(kind);
    }
  }

  @Test
  void shouldQuoteErrorsAsTheyAre() throws Exception {
    String text = Files.readString(FILE);
    String misspelt = example().replace("container: prepare}  ", "container: prepair}  ");

    assertThat(text).contains(afterPlace(Inputs.refusal(misspelt)));
    assertThat(text)
        .contains(
            afterPlace(
                Inputs.refusal(example().replace("gpumem: 20480", "gpumem: lots"))
                    .replace("initContainers", "containers")));
  }

  /** What stands behind the index of the step, which the example of an error need not share. */
  private static String afterPlace(String line) {
    return line.replaceFirst(
        "^stdin:[0-9]+ \\(document [0-9]+\\): (spec\\.steps\\[[0-9]+\\])?", "");
  }

  private static String example() throws IOException {
    String text = Files.readString(FILE);
    int start = text.indexOf("```yaml\n", text.indexOf("<!-- example -->")) + "```yaml\n".length();
    return text.substring(start, text.indexOf("```", start));
  }
}
