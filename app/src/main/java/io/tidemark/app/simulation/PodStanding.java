package io.tidemark.app.simulation;

import io.tidemark.app.report.SimulationReport.PodOutcome;
import io.tidemark.app.scheduling.PodAnswer;

/**
 * How a pod stands that somebody asks about.
 *
 * @param outcome what became of it so far
 * @param answer what there is to say of it
 */
public record PodStanding(PodOutcome outcome, PodAnswer answer) {}
