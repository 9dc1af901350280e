package io.tidemark.app.cluster.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BufferUtil;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One watch request. What comes goes to an inbox, at most one piece at a time: the next is fetched
 * when it is asked for, so a slow reader slows the sender and no memory fills.
 */
final class WatchStream {
  private final CompletableFuture<HttpResponse<AsyncBody>> response;

  /** What came of a watch. After {@link Ended} nothing comes any more. */
  sealed interface News {
    WatchStream stream();

    /** The API server began to answer; {@link #more} fetches the first piece. */
    record Opened(WatchStream stream) implements News {}

    /** A piece came. */
    @SuppressWarnings("ArrayRecordComponent") // Passed on once, never compared.
    record Piece(WatchStream stream, byte[] bytes) implements News {}

    /**
     * @param status the HTTP status where that is the reason, otherwise 0
     * @param reason null where the API server ended the watch in good order
     */
    record Ended(WatchStream stream, int status, @Nullable String reason) implements News {}
  }

  private WatchStream(ApiServer server, String path, Consumer<News> inbox) {
    this.response =
        server.stream(
            path,
            (buffers, body) -> inbox.accept(new News.Piece(this, BufferUtil.toArray(buffers))));
  }

  /** Opens a watch. The inbox is called from threads of the client, and must not wait. */
  static WatchStream open(ApiServer server, String path, Consumer<News> inbox) {
    WatchStream stream = new WatchStream(server, path, inbox);
    stream.response.whenComplete(
        (answer, failure) -> {
          if (failure != null) {
            inbox.accept(new News.Ended(stream, 0, ApiServer.reason(failure)));
          } else if (!answer.isSuccessful()) {
            answer.body().cancel();
            inbox.accept(new News.Ended(stream, answer.code(), "HTTP " + answer.code()));
          } else {
            answer.body().done().whenComplete((done, broken) -> inbox.accept(stream.ended(broken)));
            inbox.accept(new News.Opened(stream));
          }
        });
    return stream;
  }

  private News ended(@Nullable Throwable broken) {
    return new News.Ended(this, 0, broken == null ? null : ApiServer.reason(broken));
  }

  /** Fetches the next piece. */
  void more() {
    response.thenAccept(answer -> answer.body().consume());
  }

  /** Gives the request up; what of it still comes is to be ignored. */
  void cancel() {
    if (!response.cancel(false)) {
      response.thenAccept(answer -> answer.body().cancel());
    }
  }
}
