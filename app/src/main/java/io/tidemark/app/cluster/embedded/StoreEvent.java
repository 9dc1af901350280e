package io.tidemark.app.cluster.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a watch of the store shows. */
public sealed interface StoreEvent {
  ObjectNode object();

  /** Added or modified. */
  record Seen(ObjectNode object) implements StoreEvent {}

  record Deleted(ObjectNode object) implements StoreEvent {}
}
