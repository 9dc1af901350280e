package io.tidemark.api.kube;

import io.tidemark.api.model.Problem;

/** An object of which not even the identity can be read. */
public final class UnreadableObjectException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public UnreadableObjectException(Problem problem) {
    super(problem.toString());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
