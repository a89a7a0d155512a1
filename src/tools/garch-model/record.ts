import type { Jobs } from "../../../workers/jobs";
import type { JobInput, JobValue } from "../../client/pool";
import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { type GarchSettings, modelLabel, modelOf } from "./settings";
import type { GarchRun } from "./use-garch";

const SCREEN = "/garch-model" as const;

/** Settings that say nothing about the data: the name of a column does. */
const sharedSettings = ({ column: _, ...settings }: GarchSettings): Omit<GarchSettings, "column"> => settings;

interface Asked {
  input: JobInput<Jobs, "fit-garch">;
  startedAt: number;
  millis: number;
}

/** A finished fit as the list of runs keeps it. */
function runOf({ series, text, settings, fitted, unit }: GarchRun, { input, startedAt, millis }: Asked): RunToRecord {
  const { fit } = fitted;
  return {
    screen: SCREEN,
    title: modelLabel(modelOf(settings)),
    job: "fit-garch",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value: fitted },
    figures: [
      { label: "Log-likelihood", value: fit.logLikelihood, unit: "" },
      { label: "AIC", value: fit.aic, unit: "" },
      { label: "BIC", value: fit.bic, unit: "" },
      { label: "Persistence", value: fit.persistence, unit: "" },
      { label: "Half-life", value: Number.isFinite(fit.halfLife) ? fit.halfLife : "∞", unit: "steps" },
      { label: "Returns", value: fit.n, unit: unit === "%" ? "in percent" : "" },
      ...fit.estimates.map(({ key, value }) => ({ label: key, value, unit: "" })),
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: { column: settings.column },
  };
}

/** Writes a finished fit into the list of runs; nobody waits for it. */
export const record = (run: GarchRun, asked: Asked): Promise<void> => recordRun(runOf(run, asked));

interface AskedAlong<Job extends "search-garch" | "refit-garch"> {
  input: JobInput<Jobs, Job>;
  outcome: JobValue<Jobs, Job>;
  startedAt: number;
  millis: number;
}

const along = ({ series, text, settings }: GarchRun, startedAt: number, millis: number) => ({
  screen: SCREEN,
  data: { data: { series, text } },
  startedAt,
  millis,
  settings: sharedSettings(settings),
  content: { column: settings.column },
});

/** Writes a comparison of models into the list of runs. */
export const recordSearch = (run: GarchRun, { input, outcome, startedAt, millis }: AskedAlong<"search-garch">): Promise<void> =>
  recordRun({
    ...along(run, startedAt, millis),
    title: `${outcome.ranked.length} volatility models by BIC`,
    job: "search-garch",
    input,
    outcome: { ok: true, value: outcome },
    figures: [
      { label: "Best model", value: outcome.ranked[0].name, unit: "" },
      { label: "BIC", value: outcome.ranked[0].result.bic, unit: "" },
      { label: "Log-likelihood", value: outcome.ranked[0].result.logLikelihood, unit: "" },
      { label: "Returns", value: outcome.n, unit: "" },
    ],
  });

/** Writes refits along the series into the list of runs. */
export const recordRefits = (run: GarchRun, { input, outcome, startedAt, millis }: AskedAlong<"refit-garch">): Promise<void> =>
  recordRun({
    ...along(run, startedAt, millis),
    title: `${outcome.refits.length} refits of ${modelLabel(modelOf(run.settings))}`,
    job: "refit-garch",
    input,
    outcome: { ok: true, value: outcome },
    figures: [
      { label: "Refits", value: outcome.refits.length, unit: "" },
      ...outcome.valueAtRisk.map(({ probability, share }) => ({
        label: `Losses above VaR ${100 * probability} %`,
        value: share,
        unit: "fraction",
      })),
    ],
  });

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: GarchRun): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
