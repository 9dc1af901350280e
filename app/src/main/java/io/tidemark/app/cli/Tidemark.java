package io.tidemark.app.cli;

import io.quarkus.picocli.runtime.annotations.TopCommand;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.config.ConfigValidationException;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.simulation.scenario.InputException;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.net.BindException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Where the program starts. */
@QuarkusMain
public final class Tidemark implements QuarkusApplication {
  private final CommandLine.IFactory factory;
  private final Instance<TidemarkCommand> command;

  @Inject
  public Tidemark(CommandLine.IFactory factory, @TopCommand Instance<TidemarkCommand> command) {
    this.factory = factory;
    this.command = command;
  }

  public static void main(String[] args) {
    Startup.chooseProfile(args);
    String wrong = Startup.configure(args);
    if (wrong != null) {
      System.err.println("tidemark: " + wrong);
      System.exit(ExitCode.UNREADABLE);
    }
    if (LaunchMode.current() == LaunchMode.DEVELOPMENT) {
      // An end of the application is a restart there, not the end of the process.
      Quarkus.run(Tidemark.class, args);
    } else {
      Quarkus.run(Tidemark.class, Tidemark::exit, args);
    }
  }

  @Override
  public int run(String... args) {
    CommandLine line = new CommandLine(command.get(), factory);
    line.setOut(new PrintWriter(Terminal.utf8(System.out)));
    line.setErr(new PrintWriter(Terminal.utf8(System.err), true));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(TidemarkCommand::wrongArguments);
    line.setExecutionExceptionHandler(
        (e, failed, result) -> {
          failed.getOut().flush();
          return report(e, failed.getErr());
        });
    int code = line.execute(args);
    line.getOut().flush();
    return code;
  }

  private static void exit(int code, @Nullable Throwable failure) {
    System.exit(failure == null ? code : report(failure, new PrintWriter(System.err, true)));
  }

  /**
   * Says what ended the program: one line where it is the user's to mend; a line and the stack
   * trace where it is a fault of the program.
   *
   * @return the exit status
   */
  static int report(Throwable failure, PrintWriter err) {
    String message = userMessage(failure);
    if (message != null) {
      err.println("tidemark: " + message);
      return ExitCode.UNREADABLE;
    }
    err.println("tidemark: internal error, please report it: " + failure);
    failure.printStackTrace(err);
    return ExitCode.INTERNAL;
  }

  private static @Nullable String userMessage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputException || cause instanceof InvalidConfigurationException) {
        return cause.getMessage();
      }
      if (cause instanceof ConfigValidationException invalid) {
        return ConfigProblems.line(invalid);
      }
      if (cause instanceof BindException taken) {
        return "cannot listen: " + taken.getMessage();
      }
    }
    return null;
  }
}
