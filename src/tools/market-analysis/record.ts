import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput } from "../../client/pool";
import { type RunToRecord, recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import type { DecisionRun } from "./use-decision.ts";

const SCREEN = "/market-analysis";

interface Asked {
  input: JobInput<Jobs, "analyse-market">;
  /** What stood in the box. */
  text: string;
  startedAt: number;
}

/** A finished decision as the list of runs keeps it. */
function runOf({ analysis, series, news, settings, at }: DecisionRun, { input, text, startedAt }: Asked): RunToRecord {
  const { result, statistics } = analysis;
  const { marketFeatures: features, newsAnalysis } = result;
  return {
    screen: SCREEN,
    title: `Decision: ${result.action}`,
    job: "analyse-market",
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
    settings,
    content: { news, sampleSeed: null, mirror: null },
  };
}

/** Writes a finished decision into the list of runs; nobody waits for it. */
export const record = (run: DecisionRun, asked: Asked): Promise<void> => recordRun(runOf(run, asked));

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: DecisionRun): Promise<void> => copyShareLink(SCREEN, settings);
