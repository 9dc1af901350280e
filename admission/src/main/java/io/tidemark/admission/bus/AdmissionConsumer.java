package io.tidemark.admission.bus;

import io.quarkus.vertx.ConsumeEvent;
import io.quarkus.vertx.LocalEventBusCodec;
import io.tidemark.admission.Admission;
import io.tidemark.admission.AdmissionSettings;
import io.tidemark.api.bus.Addresses;
import io.tidemark.api.bus.AdmissionMessages.Review;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.family.DeviceFamilies;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers the messages to admission. */
@ApplicationScoped
public class AdmissionConsumer {
  private final Admission admission;

  public AdmissionConsumer(AdmissionConfig config, DeviceFamilies families) {
    this.admission =
        new Admission(
            families,
            new AdmissionSettings(
                config.schedulerNames(), config.overwriteDefaultScheduler(), config.quota()));
  }

  @ConsumeEvent(value = Addresses.ADMISSION_REVIEW, codec = LocalEventBusCodec.class)
  public Verdict review(Review review) {
    return admission.review(review);
  }
}
