package io.tidemark.app.serve;

import io.tidemark.app.scheduling.Extender;
import io.tidemark.app.scheduling.live.Standing;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The extender that requests find, whether it serves yet or not. */
@ApplicationScoped
public class ServedExtender implements Extender {
  private static final String NOT_YET = "this replica does not serve yet";

  private record Served(Extender extender, Standing standing) {}

  private final AtomicReference<@Nullable Served> served = new AtomicReference<>();

  void serve(Extender extender, Standing standing) {
    served.set(new Served(extender, standing));
  }

  /** Why reviews and questions cannot be answered yet; null where they can. */
  @Nullable String notReady() {
    Served present = served.get();
    return present == null ? NOT_YET : present.standing().notCurrent();
  }

  @Override
  public FilterAnswer filter(FilterQuestion question) {
    Served present = served.get();
    return present == null
        ? new FilterAnswer.NotLeading(NOT_YET)
        : present.extender().filter(question);
  }

  @Override
  public PrioritizeAnswer prioritize(FilterQuestion question) {
    Served present = served.get();
    return present == null
        ? new PrioritizeAnswer.NotLeading(NOT_YET)
        : present.extender().prioritize(question);
  }

  @Override
  public PreemptAnswer preempt(PreemptQuestion question) {
    Served present = served.get();
    return present == null
        ? new PreemptAnswer.NotLeading(NOT_YET)
        : present.extender().preempt(question);
  }

  @Override
  public CompletionStage<BindAnswer> bind(BindQuestion question, Caller caller) {
    Served present = served.get();
    return present == null
        ? CompletableFuture.completedFuture(new BindAnswer.NotLeading(NOT_YET))
        : present.extender().bind(question, caller);
  }
}
