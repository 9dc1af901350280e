package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.tidemark.admission.bus.AdmissionConfig;
import io.tidemark.api.fixture.Families;
import io.tidemark.app.config.FamiliesConfig;
import io.tidemark.app.manifests.Part;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class ManifestsCommandTest {
  private static final Path CHECKED_IN = Path.of("..", "docs", "manifests");

  @TempDir Path directory;

  private record Run(int exitStatus, String out, String err) {}

  /** People read these files; what they read must be what the command writes. */
  @ParameterizedTest
  @EnumSource
  void theFilesOfDocsManifestsAreWhatTheCommandWrites(Part part) throws IOException {
    assertThat(run(part.word()).out())
        .as(
            "docs/manifests/%s differs; write it anew with: ./tidemark manifests --directory"
                + " docs/manifests",
            part.file())
        .isEqualTo(read(CHECKED_IN.resolve(part.file())));
  }

  @Test
  void docsManifestsHasNoOtherFiles() throws IOException {
    assertThat(filesIn(CHECKED_IN)).isEqualTo(filesOfAllParts());
  }

  @Test
  void aDirectoryGetsAFileForEveryPart() throws IOException {
    Run run = run("--directory", directory.toString());

    assertThat(run.exitStatus()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(filesIn(directory)).isEqualTo(filesOfAllParts());
    assertThat(read(directory.resolve(Part.WEBHOOKS.file()))).isEqualTo(run("webhooks").out());
  }

  @Test
  void withoutPartsEverythingIsPrintedThatKubectlCanApply() {
    String all = run().out();

    assertThat(all).startsWith("# ").doesNotContain("\nkind: KubeSchedulerConfiguration");
    for (Part part : Part.values()) {
      if (part.isApplied()) {
        assertThat(all).contains(run(part.word()).out());
      }
    }
  }

  @Test
  void theImageIsThatOfThisVersionUnlessOneIsGiven() {
    assertThat(run("tidemark").out()).contains("image: tidemark:" + version() + "\n");
    assertThat(run("tidemark", "--image", "registry.example/tidemark:1").out())
        .contains("image: registry.example/tidemark:1\n");
  }

  @Test
  void theFilesThatThisRunWasGivenGoWithTheManifests() throws IOException {
    Path family = Files.writeString(directory.resolve("acme.yaml"), "word: ACME\n");
    Path config = Files.writeString(directory.resolve("t.yaml"), "tidemark: {}\n");

    assertThat(run(List.of(family), "tidemark", "--config", config.toString()).out())
        .contains("  t.yaml: |\n    tidemark: {}\n  acme.yaml: |\n    word: ACME\n")
        .contains("- --config\n        - /etc/tidemark/t.yaml\n")
        .contains("TIDEMARK_FAMILIES_FILES\n          value: /etc/tidemark/acme.yaml\n");
  }

  @Test
  void whatIsWrongIsSaidInOneLine() throws IOException {
    assertThat(run("policy").err())
        .startsWith("tidemark: no part policy; there are namespace, policies, tidemark,");
    assertThat(run("--extender-url", "ftp://a").err())
        .startsWith("tidemark: an extender's URL is http or https, found ftp://a\n");
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(run("--directory", file.toString()).err())
        .startsWith("tidemark: --directory: cannot write " + file);
    Path one = Files.writeString(directory.resolve("one.yaml"), "");
    assertThat(run(List.of(one, one), "tidemark").err())
        .startsWith("tidemark: two files of settings are named one.yaml;");
    Path blank = Files.writeString(directory.resolve("my family.yaml"), "");
    assertThat(run(List.of(blank), "tidemark").err()).contains("found my family.yaml\n");
  }

  private static Run run(String... arguments) {
    return run(List.of(), arguments);
  }

  private static Run run(List<Path> families, String... arguments) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .withMapping(AdmissionConfig.class)
            .withMapping(FamiliesConfig.class);
    for (int i = 0; i < families.size(); i++) {
      builder.withDefaultValue("tidemark.families.files[" + i + "]", families.get(i).toString());
    }
    SmallRyeConfig config = builder.build();
    CommandLine line =
        new CommandLine(
            new ManifestsCommand(
                Families.BUNDLED,
                config.getConfigMapping(FamiliesConfig.class),
                config.getConfigMapping(AdmissionConfig.class),
                version()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(TidemarkCommand::wrongArguments);
    return new Run(line.execute(arguments), out.toString(), err.toString());
  }

  private static String version() {
    return System.getProperty("test.project.version");
  }

  private static List<String> filesOfAllParts() {
    return Stream.of(Part.values()).map(Part::file).sorted().toList();
  }

  private static List<String> filesIn(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
