import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import type { CuriositySettings } from "./settings";
import type { CuriosityRun, StructureValue } from "./use-curiosity";

const SCREEN = "/market-curiosity";

/** Settings that say nothing about the data: the name of a column does. */
const sharedSettings = ({ column: _, ...settings }: CuriositySettings): Omit<CuriositySettings, "column"> => settings;

interface Asked<Job extends "analyze-curiosity" | "measure-structure"> {
  input: JobInput<Jobs, Job>;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/** A finished analysis as the list of runs keeps it. */
function runOf({ series, settings, value }: CuriosityRun, { input, text, startedAt, millis }: Asked<"analyze-curiosity">): RunToRecord {
  const { data, pattern, trend, novelty } = value;
  return {
    screen: SCREEN,
    title: "Market curiosity",
    job: "analyze-curiosity",
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
export const record = (run: CuriosityRun, asked: Asked<"analyze-curiosity">): Promise<void> => recordRun(runOf(run, asked));

/** Writes the measured structure into the list of runs, beside the analysis it followed. */
export function recordStructure(run: CuriosityRun, structure: StructureValue, asked: Asked<"measure-structure">): Promise<void> {
  const { varianceRatios, priceEfficiency, rescaledRange, detrendedFluctuation, clustering, memory } = structure;
  const { input, text, startedAt, millis } = asked;
  const figure = (label: string, value: number | null | undefined) => ({ label, value: value ?? "not available", unit: "" });
  return recordRun({
    screen: SCREEN,
    title: "Market structure",
    job: "measure-structure",
    input,
    data: { data: { series: run.series, text } },
    outcome: { ok: true, value: structure },
    figures: [
      ...varianceRatios.map(({ q, ratio }) => figure(`Variance ratio, ${q} steps`, ratio)),
      figure("Price efficiency", priceEfficiency),
      figure("Hurst exponent, R/S", rescaledRange?.hurst),
      figure("Hurst exponent, DFA", detrendedFluctuation?.hurst),
      figure("Volatility clustering", clustering?.value),
      figure("Long memory d of volatility", memory?.d),
    ],
    startedAt,
    millis,
    settings: sharedSettings(run.settings),
    content: { column: run.settings.column },
  });
}

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: CuriosityRun): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
