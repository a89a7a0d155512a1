import type { RegimeLimits } from "../../../workers/engine/types";
import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import type { AskedDecision, DecisionRun, DecisionSettings } from "./use-decision.ts";

/** A screen that decides: its name in addresses, its title, and how it calls the limits among its inputs, where it lets them be changed. */
export interface DecisionScreen {
  name: string;
  title: string;
  limitInputs?: (limits: RegimeLimits | null) => object;
}

const linked = ({ limits, ...settings }: DecisionSettings, { limitInputs }: DecisionScreen) => ({ ...settings, ...limitInputs?.(limits) });

/** A finished decision as the list of runs keeps it. */
function runOf(
  { analysis, series, news, settings, at }: DecisionRun,
  { input, text, startedAt }: AskedDecision,
  screen: DecisionScreen,
): RunToRecord {
  const { result, statistics } = analysis;
  const { marketFeatures: features, newsAnalysis } = result;
  return {
    screen: `/${screen.name}`,
    title: `Decision: ${result.action}`,
    job: "analyze-market",
    input,
    data: { data: { series: series.typed, text }, csv: { series: series.csv, text: "" } },
    outcome: { ok: true, value: analysis },
    figures: [
      { label: "Recommended Action", value: result.action, unit: "" },
      { label: "Confidence", value: result.confidence, unit: "fraction" },
      { label: "Curiosity Score", value: result.curiosityScore, unit: "fraction" },
      { label: "Market Confidence", value: result.marketConfidence, unit: "fraction" },
      { label: "Regime", value: result.regime, unit: "" },
      { label: "News sentiment", value: newsAnalysis.score, unit: "" },
      { label: "Trend", value: features.trend, unit: "fraction" },
      { label: "RSI", value: features.rsi, unit: "" },
      { label: "Volatility", value: features.volatility, unit: "per year" },
      { label: "Prices", value: statistics.count, unit: "" },
    ],
    startedAt,
    millis: at - startedAt,
    settings: linked(settings, screen),
    content: { news, sampleSeed: null, mirror: null },
  };
}

/** Writes a screen's finished decisions into the list of runs; nobody waits for it. */
export const recorderOf =
  (screen: DecisionScreen) =>
  (run: DecisionRun, asked: AskedDecision): Promise<void> =>
    recordRun(runOf(run, asked, screen));

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: DecisionRun, screen: DecisionScreen): Promise<void> =>
  copyShareLink(`/${screen.name}`, linked(settings, screen));
