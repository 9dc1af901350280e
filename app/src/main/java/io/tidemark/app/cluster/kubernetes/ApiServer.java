package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of the API server: each is tried once, and what came of it is a value. */
final class ApiServer {
  private static final String JSON = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final int MOST_REASON = 300;

  private final HttpClient http;
  private final String url;
  private final Duration timeout;

  private ApiServer(HttpClient http, String url, Duration timeout) {
    this.http = http;
    this.url = url;
    this.timeout = timeout;
  }

  /**
   * Uses the client's connections; whatever the client is configured to, nothing is repeated.
   *
   * @param timeout of calls that are not given one
   */
  static ApiServer of(KubernetesClient client, Duration timeout) {
    HttpClient once =
        client
            .getHttpClient()
            .newBuilder()
            .tag(
                new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
    String url = client.getMasterUrl().toString();
    return new ApiServer(
        once, url.endsWith("/") ? url.substring(0, url.length() - 1) : url, timeout);
  }

  String url() {
    return url;
  }

  Reply get(String path) {
    return get(path, timeout);
  }

  Reply get(String path, Duration within) {
    return send(request(path), within);
  }

  Reply post(String path, JsonNode body) {
    return send(request(path).post(JSON, body.toString()), timeout);
  }

  Reply mergePatch(String path, JsonNode patch) {
    return send(request(path).patch(MERGE_PATCH, patch.toString()), timeout);
  }

  /** Starts an answer without an end; its bytes come as they are asked for. */
  CompletableFuture<HttpResponse<AsyncBody>> stream(
      String path, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    return http.consumeBytes(request(path).build(), consumer);
  }

  private HttpRequest.Builder request(String path) {
    return http.newHttpRequestBuilder().uri(url + path).setHeader("Accept", JSON);
  }

  private Reply send(HttpRequest.Builder request, Duration within) {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(
            request.timeout(within.toMillis(), TimeUnit.MILLISECONDS).build(), byte[].class);
    try {
      HttpResponse<byte[]> answer = sent.get(within.toMillis(), TimeUnit.MILLISECONDS);
      return new Reply.Answer(answer.code(), answer.body());
    } catch (ExecutionException e) {
      return new Reply.None(reason(e));
    } catch (TimeoutException e) {
      sent.cancel(true);
      return new Reply.None("no answer within " + within.toMillis() + " ms");
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      return new Reply.None("interrupted while waiting for the answer");
    }
  }

  /** Why there is no answer, in one line. */
  static String reason(Throwable failure) {
    return OneLine.of(failure, MOST_REASON);
  }
}
