package io.tidemark.app.http;

/** What kube-scheduler and an API server call. */
enum Endpoint {
  FILTER("filter"),
  PRIORITIZE("prioritize"),
  PREEMPT("preempt"),
  BIND("bind"),
  WEBHOOK("webhook"),
  VALIDATE("validate");

  private final String text;

  Endpoint(String text) {
    this.text = text;
  }

  String path() {
    return "/" + text;
  }

  /** The word in metrics and messages. */
  String text() {
    return text;
  }
}
