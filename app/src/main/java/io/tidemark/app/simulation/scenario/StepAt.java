package io.tidemark.app.simulation.scenario;

/** What is known of a step before its fields are read. */
record StepAt(int index, String place, String word) {
  Step.At of() {
    return new Step.At(index, place, word, word);
  }

  /**
   * @param about what the step is about, in a few words
   */
  Step.At of(Object about) {
    return new Step.At(index, place, word, word + " " + about);
  }
}
