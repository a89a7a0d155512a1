import * as v from "valibot";
import { BACKTEST_DEFAULTS } from "../../workers/backtest/schema";
import { type SweptParameter, sweptSetting } from "../../workers/backtest/search-schema";
import type { Jobs } from "../../workers/jobs";
import { comparedFigures, type ScriptQuestion } from "../analysis/compared-figures";
import type { ExportFile } from "../analysis/export-menu.tsx";
import { scriptFiles } from "../analysis/script-files";
import type { JobInput, JobValue } from "../client/pool";
import { barColumns, isScriptable, tradedSettings, yearsBetween } from "./script";

/** A walk-forward window: parameters are searched on `from` to `split` and traded from there to `to`. */
interface Window {
  from: number;
  split: number;
  to: number;
}

interface Swept {
  series: { name: string; hash: string };
  input: JobInput<Jobs, "run-backtest">;
  sweep: JobValue<Jobs, "sweep-backtest">;
}

/** Converts an index to count from 1. */
export const placeOf = (index: number | null) => (index === null ? null : index + 1);

function figuresOf(sweep: Swept["sweep"]) {
  const { selection, plateau, steadiest, best, combinations } = sweep;
  const head = (of: string, { sharpeRatio, returns, maxDrawdown }: Swept["sweep"]["optimized"]) => ({
    [`${of}: sharpeRatio`]: sharpeRatio,
    [`${of}: returns`]: returns,
    [`${of}: maxDrawdown`]: maxDrawdown,
  });
  return {
    combinations,
    best: placeOf(best),
    ...head("in sample", sweep.optimized),
    ...head("current", sweep.original),
    "most robust": plateau && steadiest !== null ? plateau[steadiest] : null,
    trials: selection?.trials ?? null,
    psr: selection?.psr ?? null,
    dsr: selection?.dsr ?? null,
  };
}

/** Whether the scripts support every trial: checks the one with the smallest weights on prices. */
function isToldThroughout({ input, sweep }: Swept): boolean {
  const { type } = input.strategy;
  const { behavioralFactors } = sweep.originalParams;
  const valuesOf = (name: keyof typeof behavioralFactors) =>
    sweep.axes.find(({ parameter }) => parameter === name)?.values ?? [behavioralFactors[name]];
  const factors = {
    momentum: Math.min(...valuesOf("momentum")),
    meanReversion: Math.min(...valuesOf("meanReversion")),
    sentiment: Math.max(...valuesOf("sentiment")),
  };
  return isScriptable({ type, parameters: sweep.originalParams, behavioralFactors: factors }, input.sentiment);
}

/** The valid values of an axis; others would be skipped as trials. */
const soundValues = (parameter: SweptParameter, values: readonly number[]) =>
  values.map((value) => (v.is(sweptSetting(parameter), value) ? value : Number.NaN));

/**
 * Parameter trials for another program; null for a partial result, and with several instruments, news or block rules.
 * @param found figures beyond those of the trials on all rows, by their names in the script
 */
export function trialsQuestion(
  swept: Swept,
  title: string,
  windows: readonly Window[] = [],
  found: Record<string, number | null> = {},
): ScriptQuestion | null {
  const { series, input, sweep } = swept;
  const { firstRow, rows, axes, objective, search, originalParams, canceledAfter } = sweep;
  const columns = barColumns(input.bars, firstRow + rows);
  if (canceledAfter || input.assets || !columns || !isToldThroughout(swept)) return null;
  const { behavioralFactors, ...parameters } = originalParams;
  const { bars: _, strategy, times = null, ...asked } = input;
  const settings = { ...BACKTEST_DEFAULTS, ...asked };
  const ends = firstRow + rows;
  const inSample = windows.map(({ from, split }): [number, number] => [from, split]);
  const latest = inSample.slice(0, 1).map(([from, split]): [number, number] => [ends - (split - from), ends]);
  return {
    kind: "search",
    title,
    source: { name: series.name, sha256: series.hash },
    settings: {
      ...tradedSettings({ type: strategy.type, parameters, behavioralFactors }, settings),
      first: firstRow,
      perYear: settings.periodsPerYear,
      riskFree: settings.riskFree,
      objective,
      paired: search === "random",
      varied: axes.map(({ parameter }) => parameter),
      ...Object.fromEntries(axes.map(({ parameter, values }) => [`values of ${parameter}`, soundValues(parameter, values)])),
      from: windows.map((window) => window.from),
      split: windows.map((window) => window.split),
      to: windows.map((window) => window.to),
      years: [[firstRow, ends], ...inSample, ...latest].map(([start, end]) => yearsBetween(times, start, end) ?? Number.NaN),
    },
    columns,
    figures: comparedFigures(1e-8, { ...figuresOf(sweep), ...found }),
  };
}

/** Scripts of trials, in addition to those of their backtest. */
export const trialFiles = (stem: string, what: "search" | "sweep", question: ScriptQuestion | null): ExportFile[] =>
  scriptFiles(`${stem}-${what}`, question).map((file) => ({
    ...file,
    id: `${what}-${file.id}`,
    label: `${file.label} of the ${what}`,
    note: file.disabled ? `not available for this ${what}` : `every trial${what === "search" ? " and window" : ""} rerun, with the data`,
  }));
