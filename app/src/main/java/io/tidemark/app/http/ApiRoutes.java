package io.tidemark.app.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.report.ExplanationText;
import io.tidemark.app.report.JsonReport;
import io.tidemark.app.report.LedgerJson;
import io.tidemark.app.report.TextStyle;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.PodAnswer;
import io.tidemark.app.scheduling.PodExplainer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.MIMEHeader;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What people ask: {@code /api/usage}, {@code /api/explain/<namespace>/<pod>} and {@code
 * /api/decisions}. Every replica answers, from its own ledger; nothing is changed.
 */
@Singleton
public class ApiRoutes {
  private static final Logger LOGGER = Logger.getLogger(ApiRoutes.class);

  private final ModuleBus bus;
  private final LedgerJson ledger;
  private final PodExplainer explainer;
  private final DecisionLog decisions;
  private final Clock clock;

  public ApiRoutes(ModuleBus bus, DeviceFamilies families, DecisionLog decisions, Clock clock) {
    this.bus = bus;
    this.ledger = new LedgerJson(families);
    this.explainer = new PodExplainer(bus, ClusterId.LIVE);
    this.decisions = decisions;
    this.clock = clock;
  }

  void routes(@Observes Router router) {
    route(router, "/api/usage", this::usage);
    route(router, "/api/explain/:namespace/:pod", this::explain);
    route(router, "/api/decisions", this::decisions);
    router
        .route("/api/*")
        .handler(routing -> send(routing, ApiReply.error(404, "no " + routing.normalizedPath())));
  }

  private static void route(Router router, String path, Function<RoutingContext, ApiReply> answer) {
    router
        .route(path)
        .handler(
            routing -> {
              if (routing.request().method() != HttpMethod.GET) {
                routing.response().putHeader("Allow", "GET");
                send(routing, ApiReply.error(405, path + " is only read"));
                return;
              }
              routing
                  .vertx()
                  .getOrCreateContext()
                  .executeBlocking(() -> answer.apply(routing), false)
                  .onComplete(
                      answered ->
                          send(
                              routing,
                              answered.succeeded()
                                  ? answered.result()
                                  : failure(path, answered.cause())));
            });
  }

  private static ApiReply failure(String path, Throwable failure) {
    LOGGER.errorf(failure, "%s: no answer", path);
    return ApiReply.error(500, "internal error: " + failure);
  }

  private static void send(RoutingContext routing, ApiReply reply) {
    if (!routing.response().closed()) {
      routing
          .response()
          .setStatusCode(reply.status())
          .putHeader("Content-Type", reply.contentType())
          .end(Buffer.buffer(reply.body()));
    }
  }

  private ApiReply usage(RoutingContext routing) {
    String node = parameter(routing, "node");
    String namespace = parameter(routing, "namespace");
    ClusterSnapshot snapshot = bus.snapshot(new TakeSnapshot(ClusterId.LIVE, clock.instant()));
    if (node != null && snapshot.node(node) == null) {
      return ApiReply.error(404, "node " + node + " is not known");
    }
    if (namespace != null && !snapshot.namespaces().containsKey(namespace)) {
      return ApiReply.error(404, "namespace " + namespace + " has neither usage nor a quota");
    }
    return ApiReply.json(ledger.write(snapshot, new LedgerJson.Selection(node, namespace)));
  }

  private static @Nullable String parameter(RoutingContext routing, String name) {
    List<String> values = routing.queryParam(name);
    return values.isEmpty() || values.get(0).isEmpty() ? null : values.get(0);
  }

  private ApiReply explain(RoutingContext routing) {
    PodKey key = new PodKey(routing.pathParam("namespace"), routing.pathParam("pod"));
    PodAnswer answer = explainer.answer(key, clock.instant());
    boolean text = wantsText(routing);
    if (answer instanceof PodAnswer.Waiting waiting) {
      return text
          ? ApiReply.text(
              ExplanationText.text(waiting.explanation(), waiting.excluded(), TextStyle.PLAIN))
          : ApiReply.json(JsonReport.explanation(waiting.explanation(), waiting.excluded()));
    }
    if (answer instanceof PodAnswer.Settled settled) {
      return text
          ? ApiReply.text("pod " + key + " " + settled.sentence() + "\n")
          : ApiReply.json(
              Json.MAPPER
                  .createObjectNode()
                  .put("pod", key.toString())
                  .put("settled", settled.sentence()));
    }
    return ApiReply.error(404, "no pod " + key + " is known that asks for a device");
  }

  /** Whether plain text is preferred; JSON is what a caller without a wish gets. */
  private static boolean wantsText(RoutingContext routing) {
    for (MIMEHeader accepted : routing.parsedHeaders().accept()) {
      String type = accepted.value();
      if (type.equals(ApiReply.JSON) || type.equals("application/*") || type.equals("*/*")) {
        return false;
      }
      if (type.equals("text/plain") || type.equals("text/*")) {
        return true;
      }
    }
    return false;
  }

  private ApiReply decisions(RoutingContext routing) {
    String pod = parameter(routing, "pod");
    ObjectNode json = Json.MAPPER.createObjectNode();
    ArrayNode entries = json.putArray("decisions");
    for (DecisionLog.Entry entry : decisions.latest()) {
      if (pod == null || entry.pod().toString().equals(pod)) {
        entries
            .addObject()
            .put("time", entry.at().toString())
            .put("pod", entry.pod().toString())
            .put("uid", entry.uid().isEmpty() ? null : entry.uid())
            .put("decision", entry.what().text())
            .put("node", entry.node())
            .put("reason", entry.reason());
      }
    }
    return ApiReply.json(json);
  }
}
