package io.tidemark.app.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.api.text.Excerpt;
import io.tidemark.app.config.Causes;
import io.tidemark.app.simulation.scenario.InputException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a running Tidemark what it tells people ({@code /api}). */
public final class TidemarkServer {
  public static final String JSON = "application/json";
  public static final String TEXT = "text/plain";

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
  private final String url;

  private TidemarkServer(String url) {
    this.url = url;
  }

  /**
   * @param url for instance {@code http://localhost:8080}
   * @throws InputException where it is none
   */
  public static TidemarkServer at(String url) throws InputException {
    try {
      URI uri = new URI(url);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
        return new TidemarkServer(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      }
    } catch (URISyntaxException e) {
      // Told below, as what is no HTTP is.
    }
    throw new InputException("--server: must be like http://localhost:8080, found " + url);
  }

  /**
   * The answer to a GET.
   *
   * @param path with the slash before it
   * @param type what is wanted
   * @throws InputException where there is no answer, or an error
   */
  public byte[] get(String path, String type) throws InputException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(ANSWER)
            .header("Accept", type)
            .GET()
            .build();
    try {
      HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new InputException(
            "Tidemark at " + url + ": " + error(answer.statusCode(), answer.body()));
      }
      return answer.body();
    } catch (IOException e) {
      throw new InputException("Tidemark at " + url + " does not answer: " + why(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("interrupted while waiting for " + url);
    }
  }

  /**
   * The same as a tree.
   *
   * @throws InputException also where the answer is no JSON object
   */
  public JsonNode json(String path) throws InputException {
    byte[] body = get(path, JSON);
    try {
      JsonNode json = MAPPER.readTree(body);
      if (json != null && json.isObject()) {
        return json;
      }
    } catch (IOException e) {
      // Told below.
    }
    throw new InputException(url + path + " answers no JSON object: is it a Tidemark?");
  }

  private static String why(IOException e) {
    if (e instanceof ConnectException) {
      // Also an unknown host, of which it says as little.
      return "no connection";
    }
    Throwable root = Causes.root(e);
    String message = root.getMessage();
    return message == null ? root.getClass().getSimpleName() : message;
  }

  private static String error(int status, byte[] body) {
    try {
      String message = MAPPER.readTree(body).path("message").asText("");
      if (!message.isEmpty()) {
        return message;
      }
    } catch (IOException e) {
      // Some proxy's own words.
    }
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return "HTTP " + status + (text.isEmpty() ? "" : ": " + Excerpt.of(text));
  }
}
