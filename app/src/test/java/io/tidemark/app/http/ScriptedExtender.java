package io.tidemark.app.http;

import io.tidemark.app.scheduling.Extender;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** Answers what a test says, and remembers what it was asked. */
@Alternative
@Singleton
public class ScriptedExtender implements Extender {
  volatile Function<FilterQuestion, FilterAnswer> filter = question -> new FilterAnswer.All();
  volatile PrioritizeAnswer prioritize = new PrioritizeAnswer.Failed("not scripted");
  volatile PreemptAnswer preempt = new PreemptAnswer.Failed("not scripted");
  volatile Function<BindQuestion, CompletionStage<BindAnswer>> bind =
      question -> CompletableFuture.completedFuture(new BindAnswer.Bound());

  final BlockingQueue<FilterQuestion> filters = new LinkedBlockingQueue<>();
  final BlockingQueue<PreemptQuestion> preempts = new LinkedBlockingQueue<>();
  final BlockingQueue<Bind> binds = new LinkedBlockingQueue<>();

  record Bind(BindQuestion question, Caller caller) {}

  void answers(FilterAnswer answer) {
    filters.clear();
    filter = question -> answer;
  }

  void answers(BindAnswer answer) {
    binds.clear();
    bind = question -> CompletableFuture.completedFuture(answer);
  }

  @Override
  public FilterAnswer filter(FilterQuestion question) {
    filters.add(question);
    return filter.apply(question);
  }

  @Override
  public PrioritizeAnswer prioritize(FilterQuestion question) {
    filters.add(question);
    return prioritize;
  }

  @Override
  public PreemptAnswer preempt(PreemptQuestion question) {
    preempts.add(question);
    return preempt;
  }

  @Override
  public CompletionStage<BindAnswer> bind(BindQuestion question, Caller caller) {
    binds.add(new Bind(question, caller));
    return bind.apply(question);
  }
}
