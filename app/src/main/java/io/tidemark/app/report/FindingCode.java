package io.tidemark.app.report;

/**
 * What {@code tidemark check} can find. The texts are stable: scripts and {@code docs/migration.md}
 * name them. In the order in which they are told.
 */
public enum FindingCode {
  DEVICE_OVER_FULL("DeviceOverFull", Severity.ERROR),
  USAGE_TOO_LOW("UsageTooLow", Severity.ERROR),
  USAGE_ON_OTHER_NODE("UsageOnOtherNode", Severity.ERROR),
  ALLOCATION_UNREADABLE("AllocationUnreadable", Severity.ERROR),
  REGISTER_UNREADABLE("RegisterUnreadable", Severity.ERROR),
  PLUGIN_DEAD("PluginDead", Severity.ERROR),
  LOCK_UNREADABLE("LockUnreadable", Severity.ERROR),
  USAGE_TOO_HIGH("UsageTooHigh", Severity.WARNING),
  ALLOCATION_MISSING("AllocationMissing", Severity.WARNING),
  ALLOCATION_LEFT_OVER("AllocationLeftOver", Severity.WARNING),
  DEVICE_UNKNOWN("DeviceUnknown", Severity.WARNING),
  CARD_LEFT_OUT("CardLeftOut", Severity.WARNING),
  PAIR_SCORES_UNREADABLE("PairScoresUnreadable", Severity.WARNING),
  NOTHING_ALLOCATABLE("NothingAllocatable", Severity.WARNING),
  FAMILY_NOT_ENABLED("FamilyNotEnabled", Severity.WARNING),
  LOCK_STALE("LockStale", Severity.WARNING),
  HANDOVER_STUCK("HandoverStuck", Severity.WARNING),
  QUOTA_EXCEEDED("QuotaExceeded", Severity.WARNING),
  QUOTA_NOT_ENFORCED("QuotaNotEnforced", Severity.WARNING),
  QUOTA_SCOPE_IGNORED("QuotaScopeIgnored", Severity.WARNING),
  QUOTA_KEY_UNKNOWN("QuotaKeyUnknown", Severity.WARNING),
  QUOTA_USAGE_WRONG("QuotaUsageWrong", Severity.WARNING),
  REQUEST_UNREADABLE("RequestUnreadable", Severity.WARNING),
  WOULD_BE_REFUSED("WouldBeRefused", Severity.WARNING),
  SCHEDULER_UNKNOWN("SchedulerUnknown", Severity.WARNING),
  KUBELET_DEVICES_EXHAUSTED("KubeletDevicesExhausted", Severity.INFO),
  NOT_NORMAL_FORM("NotNormalForm", Severity.INFO);

  /** How much it matters. */
  public enum Severity {
    /** A share may be given twice, or a node is out of use. */
    ERROR("error"),
    /** Something will be decided otherwise than today. */
    WARNING("warning"),
    /** Good to know. */
    INFO("info");

    private final String word;

    Severity(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  private final String text;
  private final Severity severity;

  FindingCode(String text, Severity severity) {
    this.text = text;
    this.severity = severity;
  }

  public String text() {
    return text;
  }

  public Severity severity() {
    return severity;
  }
}
