package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.app.json.LeanJson;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the view of one kind up to date: a list, then a watch from the list's version on, opened
 * again from the last version seen whenever it ends. Only where the API server no longer knows what
 * happened since, there is another list. For use by one thread.
 */
final class KindWatch<R> {
  private static final int GONE = 410;

  /** After as many refusals in a row the version may be what the API server cannot serve. */
  private static final int LIST_AFTER = 3;

  /**
   * A watch that ends sooner without a word may be the last of an API server that goes away. Only
   * after as many in a row something is wrong.
   */
  private static final Duration SHORT = Duration.ofSeconds(1);

  private static final int SHORT_ONES = 3;

  private final KindView<R> view;
  private final String resource;
  private final ApiServer server;
  private final ListPages pages;
  private final FeedSettings settings;
  private final Consumer<WatchStream.News> inbox;
  private final Outage outage;
  private final Clock clock;

  private String version = "";
  private boolean mustList;
  private int failures;
  private long dueAt = System.nanoTime();
  private @Nullable Instant lostSince;

  private @Nullable WatchStream stream;
  private LineBuffer lines = new LineBuffer();
  private boolean open;
  private boolean spoke;
  private long begunAt;
  private Instant heardAt = Instant.EPOCH;

  KindWatch(
      KindView<R> view,
      ApiServer server,
      FeedSettings settings,
      Consumer<WatchStream.News> inbox,
      Outage outage,
      Clock clock) {
    this.view = view;
    this.resource = view.kind().resource();
    this.server = server;
    this.pages = new ListPages(server, settings.pageSize(), settings.listTimeout());
    this.settings = settings;
    this.inbox = inbox;
    this.outage = outage;
    this.clock = clock;
  }

  /** Since when changes may have been missed; null while the watch is open or about to be. */
  @Nullable Instant lostSince() {
    return lostSince;
  }

  /** When to call {@link #tend} at the latest, as of {@link System#nanoTime}. */
  long dueAt() {
    return dueAt;
  }

  /**
   * Shows all objects as one event, to go on from there; false where that has to be tried again.
   */
  boolean listAll() {
    stop();
    return list(true);
  }

  /** Gives up the watch. */
  void stop() {
    if (stream != null) {
      stream.cancel();
      stream = null;
    }
  }

  /** Does what is due: list, open the watch, or give up one that is dead. */
  void tend() {
    if (System.nanoTime() - dueAt < 0) {
      return;
    }
    if (stream != null) {
      stop();
      ended(0, open ? null : "no answer", open ? heardAt : clock.instant());
    } else if (!mustList || list(false)) {
      lines = new LineBuffer();
      open = false;
      spoke = false;
      begunAt = System.nanoTime();
      dueIn(settings.openTimeout());
      stream =
          WatchStream.open(
              server, ApiPaths.watch(resource, version, settings.watchTimeout()), inbox);
    }
  }

  private void dueIn(Duration time) {
    dueAt = System.nanoTime() + time.toNanos();
  }

  private boolean list(boolean all) {
    KindView<R>.Listing listing = all ? view.listAll() : view.listChanges();
    ListPages.Outcome outcome = pages.read(resource, listing::add);
    if (outcome instanceof ListPages.Outcome.Expired) {
      listing = all ? view.listAll() : view.listChanges();
      outcome = pages.readAtOnce(resource, listing::add);
    }
    if (!(outcome instanceof ListPages.Outcome.Complete complete)) {
      failed(
          outcome instanceof ListPages.Outcome.Failed failed
              ? failed.reason()
              : "the list expired while it was read");
      return false;
    }
    version = complete.resourceVersion();
    mustList = false;
    if (all) {
      lostSince = null;
      listing.showAll(KindView.versionOf(version));
    } else {
      listing.showChanges();
    }
    dueIn(Duration.ZERO);
    return true;
  }

  private void failed(String reason) {
    tryLater();
    outage.lost(resource, reason);
  }

  private void tryLater() {
    failures++;
    dueIn(settings.pause(failures));
  }

  /** Takes what came of this kind's watch; what came of another is ignored. */
  void take(WatchStream.News news) {
    WatchStream current = stream;
    if (current == null || news.stream() != current) {
      return;
    }
    if (news instanceof WatchStream.News.Opened) {
      open = true;
      lostSince = null;
      heardAt = clock.instant();
      outage.back(resource);
      dueIn(settings.watchTimeout().plus(settings.watchGrace()));
      current.more();
    } else if (news instanceof WatchStream.News.Piece piece) {
      heardAt = clock.instant();
      try {
        lines.add(piece.bytes(), this::line);
      } catch (IOException e) {
        stop();
        mustList = true;
        ended(0, "the watch cannot be read: " + ApiServer.reason(e), clock.instant());
      }
      if (stream != null) {
        current.more();
      }
    } else if (news instanceof WatchStream.News.Ended end) {
      stream = null;
      ended(end.status(), end.reason(), clock.instant());
    }
  }

  private void line(byte[] bytes, int offset, int length) throws IOException {
    String type = "";
    JsonNode object = MissingNode.getInstance();
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(bytes, offset, length)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("object")) {
          object = LeanJson.read(parser);
        } else if (name.equals("type")) {
          type = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new IOException("a line that is no object");
      }
    }
    if (stream != null) {
      event(type, object);
    }
  }

  private void event(String type, JsonNode object) {
    switch (type) {
      case "ADDED", "MODIFIED" -> view.seen(object);
      case "DELETED" -> view.deleted(object);
      case "ERROR" -> {
        stop();
        int code = object.path("code").asInt(0);
        ended(code, object.path("message").asText("error " + code), clock.instant());
        return;
      }
      default -> {
        // A bookmark, or what newer API servers may say: the version is what matters.
      }
    }
    spoke = true;
    failures = 0;
    String reached = object.path("metadata").path("resourceVersion").asText("");
    if (!reached.isEmpty()) {
      version = reached;
    }
  }

  /**
   * @param status HTTP status or code of the error where that is the reason
   * @param reason null where it ended in good order
   * @param since when it was alive for the last time
   */
  private void ended(int status, @Nullable String reason, Instant since) {
    Duration lived = Duration.ofNanos(System.nanoTime() - begunAt);
    boolean whole = lived.compareTo(settings.watchTimeout()) >= 0;
    boolean wasOpen = open;
    open = false;
    if (lostSince == null) {
      lostSince = since;
    }
    if (status == GONE) {
      mustList = true;
      tryLater();
    } else if (status != 0 || !wasOpen) {
      failed(reason == null ? "HTTP " + status : reason);
      mustList |= status != 0 && failures >= LIST_AFTER;
    } else if (spoke || whole || lived.compareTo(SHORT) >= 0) {
      failures = 0;
      dueIn(Duration.ZERO);
      // Near its end a watch is told how far it came. One that was told nothing may be waiting for
      // a version that is yet to come, as after a restore of etcd.
      mustList |= !spoke && whole;
    } else if (failures < SHORT_ONES) {
      tryLater();
    } else {
      failed(reason == null ? "the watch ends at once" : reason);
    }
  }
}
