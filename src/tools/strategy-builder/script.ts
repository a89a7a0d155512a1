import * as v from "valibot";
import { BACKTEST_DEFAULTS } from "../../../workers/backtest/schema";
import { type SweptParameter, sweptSetting } from "../../../workers/backtest/search-schema";
import type { Jobs } from "../../../workers/jobs";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { JobInput, JobValue } from "../../client/pool";
import { barColumns, isTold, tradedSettings, yearsBetween } from "../../strategies/script";

interface Searched {
  series: { name: string; hash: string };
  input: JobInput<Jobs, "optimize-strategy">;
  value: JobValue<Jobs, "optimize-strategy">;
}

/** Places are counted from 1. */
const placeOf = (index: number | null) => (index === null ? null : index + 1);

const headOf = (of: string, { sharpe, totalReturn, maxDrawdown }: Searched["value"]["optimized"]["performance"]) => ({
  [`${of}: sharpeRatio`]: sharpe,
  [`${of}: returns`]: totalReturn,
  [`${of}: maxDrawdown`]: maxDrawdown,
});

function figuresOf({ sweep, windows, optimized, original, outOfSamplePsr }: Searched["value"]) {
  const { selection } = sweep;
  const { sharpeRatio, returns, maxDrawdown } = sweep.optimized;
  const eachWindow = windows.flatMap((window, k) => [
    [`window ${k + 1}: choice`, placeOf(window.index)],
    [`window ${k + 1}: in sample`, window.inSample],
    [`window ${k + 1}: optimized`, window.returns],
    [`window ${k + 1}: original`, window.original],
  ]);
  return comparedFigures(1e-8, {
    combinations: sweep.combinations,
    best: placeOf(sweep.best),
    "in sample: sharpeRatio": sharpeRatio,
    "in sample: returns": returns,
    "in sample: maxDrawdown": maxDrawdown,
    trials: selection?.trials ?? null,
    psr: selection?.psr ?? null,
    dsr: selection?.dsr ?? null,
    ...Object.fromEntries(eachWindow),
    ...headOf("optimized", optimized.performance),
    ...headOf("original", original.performance),
    outOfSamplePsr,
  });
}

/** Whether the scripts can score every trial: of behavioral ones, the one with the least weights on prices. */
function isToldThroughout({ input, value }: Searched): boolean {
  const { type } = input.strategy;
  const { behavioralFactors } = value.originalParams;
  const valuesOf = (name: keyof typeof behavioralFactors) =>
    value.sweep.axes.find(({ parameter }) => parameter === name)?.values ?? [behavioralFactors[name]];
  const factors = {
    momentum: Math.min(...valuesOf("momentum")),
    meanReversion: Math.min(...valuesOf("meanReversion")),
    sentiment: Math.max(...valuesOf("sentiment")),
  };
  return isTold({ type, parameters: value.originalParams, behavioralFactors: factors }, input.sentiment);
}

/** Values of an axis: what the parameter refuses is none, and its trials are skipped. */
const soundValues = (parameter: SweptParameter, values: readonly number[]) =>
  values.map((value) => (v.is(sweptSetting(parameter), value) ? value : Number.NaN));

/** A search for another program; null of a part, and where several instruments, news or rules of blocks were traded. */
export function searchQuestion(searched: Searched): ScriptQuestion | null {
  const { series, input, value } = searched;
  const { sweep, windows, originalParams, canceledAfter } = value;
  const { firstRow, rows, axes, objective, search } = sweep;
  const columns = barColumns(input.bars, firstRow + rows);
  if (canceledAfter || input.assets || !columns || !isToldThroughout(searched)) return null;
  const { behavioralFactors, ...parameters } = originalParams;
  const { bars: _, strategy, axes: __, ...asked } = input;
  const settings = { ...BACKTEST_DEFAULTS, ...asked };
  const { times = null } = input;
  const [{ from, split }] = windows;
  const ends = firstRow + rows;
  const ranges = [[firstRow, ends], ...windows.map((window) => [window.from, window.split]), [ends - (split - from), ends]];
  return {
    kind: "search",
    title: `Search of parameters on ${series.name}`,
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
      years: ranges.map(([start, end]) => yearsBetween(times, start, end) ?? Number.NaN),
    },
    columns,
    figures: figuresOf(value),
  };
}
