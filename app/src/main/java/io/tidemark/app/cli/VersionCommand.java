package io.tidemark.app.cli;

import jakarta.inject.Inject;
import java.util.concurrent.Callable;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark version}. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    description = "Prints the version of Tidemark and of the Java it runs on.")
public final class VersionCommand implements Callable<Integer>, CommandLine.IVersionProvider {
  private final String version;

  @Spec private CommandSpec spec;

  @Inject
  public VersionCommand(@ConfigProperty(name = "quarkus.application.version") String version) {
    this.version = version;
  }

  @Override
  public Integer call() {
    for (String line : getVersion()) {
      spec.commandLine().getOut().println(line);
    }
    return ExitCode.OK;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "tidemark " + version,
      "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")"
    };
  }
}
