import type { Jobs } from "../../../workers/jobs/index";
import type { JobInput } from "../../client/pool";
import { type RunToRecord, recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import type { CuriositySettings } from "./settings";
import type { CuriosityRun } from "./use-curiosity";

const SCREEN = "/market-curiosity";

/** Settings that say nothing about the data: the name of a column does. */
const sharedSettings = ({ column: _, ...settings }: CuriositySettings): Omit<CuriositySettings, "column"> => settings;

interface Asked {
  input: JobInput<Jobs, "analyse-curiosity">;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/** A finished analysis as the list of runs keeps it. */
function runOf({ series, settings, value }: CuriosityRun, { input, text, startedAt, millis }: Asked): RunToRecord {
  const { data, pattern, trend, novelty } = value;
  return {
    screen: SCREEN,
    title: "Market curiosity",
    job: "analyse-curiosity",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value },
    figures: [
      { label: "Curiosity Score", value: data.curiosity_score, unit: "fraction" },
      { label: "Market Volatility", value: data.metrics.volatility, unit: "per year" },
      { label: "Pattern Strength", value: pattern.z, unit: "standard deviations" },
      { label: "Price Trend", value: data.metrics.price_trend, unit: "per year" },
      { label: "t of the trend", value: trend.t, unit: "" },
      { label: "Novelty", value: novelty?.percentile ?? "not available", unit: "percentile" },
      { label: "Alerts", value: data.alerts.length, unit: "" },
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: { column: settings.column },
  };
}

/** Writes a finished analysis into the list of runs; nobody waits for it. */
export const record = (run: CuriosityRun, asked: Asked): Promise<void> => recordRun(runOf(run, asked));

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: CuriosityRun): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
