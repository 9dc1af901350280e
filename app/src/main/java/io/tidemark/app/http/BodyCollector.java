package io.tidemark.app.http;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a request's body, up to a size and within a time. Lives on the request's event loop. What
 * comes beyond the size is read and dropped, so that the caller gets to the answer.
 */
final class BodyCollector {
  /** What came. */
  sealed interface Collected {
    /** The whole body, in the pieces in which it came. */
    record Whole(List<Buffer> pieces) implements Collected {
      /** The pieces as one; may copy all of them. */
      byte[] bytes() {
        if (pieces.size() == 1) {
          return pieces.get(0).getBytes();
        }
        byte[] bytes = new byte[pieces.stream().mapToInt(Buffer::length).sum()];
        int at = 0;
        for (Buffer piece : pieces) {
          piece.getBytes(bytes, at);
          at += piece.length();
        }
        return bytes;
      }
    }

    record TooLarge() implements Collected {}

    record TooSlow() implements Collected {}

    record HungUp() implements Collected {}
  }

  private final HttpServerRequest request;
  private final long limit;
  private final Handler<Collected> then;
  private List<Buffer> pieces = new ArrayList<>();
  private long size;
  private boolean done;

  private BodyCollector(HttpServerRequest request, long limit, Handler<Collected> then) {
    this.request = request;
    this.limit = limit;
    this.then = then;
  }

  /**
   * @param limit in bytes
   * @param timeoutMillis how long the body may take
   * @param then is told once
   */
  static void collect(
      Vertx vertx,
      HttpServerRequest request,
      long limit,
      long timeoutMillis,
      Handler<Collected> then) {
    BodyCollector collector = new BodyCollector(request, limit, then);
    long timer = vertx.setTimer(timeoutMillis, late -> collector.end(new Collected.TooSlow()));
    request.exceptionHandler(
        e -> {
          vertx.cancelTimer(timer);
          collector.end(new Collected.HungUp());
        });
    request.endHandler(
        all -> {
          vertx.cancelTimer(timer);
          collector.end(new Collected.Whole(collector.pieces));
        });
    collector.start();
  }

  private void start() {
    if (announced() > limit) {
      end(new Collected.TooLarge());
    } else if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      request.response().writeContinue();
    }
    request.handler(this::take);
  }

  /** What the caller says it will send, in bytes; -1 where it does not say. */
  private long announced() {
    String length = request.getHeader("Content-Length");
    try {
      return length == null ? -1 : Long.parseLong(length.strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private void take(Buffer piece) {
    if (done) {
      return;
    }
    size += piece.length();
    if (size > limit) {
      end(new Collected.TooLarge());
    } else {
      pieces.add(piece);
    }
  }

  private void end(Collected collected) {
    if (!done) {
      done = true;
      pieces = List.of();
      then.handle(collected);
    }
  }
}
