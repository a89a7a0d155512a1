import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { type MarkovSettings, modelLabel } from "./settings";
import type { MarkovRun, TimingValue } from "./use-markov";

const SCREEN = "/markov-regime";

/** Settings that say nothing about the data: the name of a column does. */
const sharedSettings = ({ column: _, ...settings }: MarkovSettings): Omit<MarkovSettings, "column"> => settings;

interface Asked<Job extends "fit-regimes" | "time-regimes"> {
  input: JobInput<Jobs, Job>;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

function runOf({ series, settings, fitted }: MarkovRun, { input, text, startedAt, millis }: Asked<"fit-regimes">): RunToRecord {
  const { fit, metrics, regimes } = fitted;
  return {
    screen: SCREEN,
    title: modelLabel(settings),
    job: "fit-regimes",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value: fitted },
    figures: [
      ...regimes.map(({ label, probability }) => ({ label: `P(${label})`, value: probability, unit: "" })),
      ...regimes.map(({ label, duration }) => ({ label: `${label}, duration`, value: duration, unit: "steps" })),
      { label: "Log-likelihood", value: fit.logLikelihood, unit: "" },
      { label: "BIC", value: fit.bic, unit: "" },
      { label: "Sharpe Ratio", value: metrics.sharpe_ratio ?? "—", unit: "" },
      { label: "Max Drawdown", value: metrics.max_drawdown ?? "—", unit: "" },
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: { column: settings.column },
  };
}

/** Writes a finished fit into the list of runs; nobody waits for it. */
export const record = (run: MarkovRun, asked: Asked<"fit-regimes">): Promise<void> => recordRun(runOf(run, asked));

/** Writes a finished timing into the list of runs, beside the fit it followed. */
export function recordTiming(run: MarkovRun, timing: TimingValue, settings: MarkovSettings, asked: Asked<"time-regimes">): Promise<void> {
  const { input, text, startedAt, millis } = asked;
  const { performance, holding, changes, test } = timing;
  return recordRun({
    screen: SCREEN,
    title: `Regime timing, parameters from ${timing.lookAhead ? "the whole series" : "the first half"}`,
    job: "time-regimes",
    input,
    data: { data: { series: run.series, text } },
    outcome: { ok: true, value: timing },
    figures: [
      { label: "Sharpe Ratio of the rule", value: performance.sharpe ?? "—", unit: "" },
      { label: "Sharpe Ratio of holding", value: holding.sharpe ?? "—", unit: "" },
      { label: "Changes", value: changes, unit: "" },
      { label: "Timing p", value: test?.p ?? "—", unit: "" },
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: { column: settings.column },
  });
}

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: MarkovRun): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
