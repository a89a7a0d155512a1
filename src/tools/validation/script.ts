import { BACKTEST_DEFAULTS } from "../../../workers/backtest/schema";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import { accountSettings, barColumns, isScriptable } from "../../strategies/script";
import type { ValidationRun } from "./use-validation";

type Validated = Pick<ValidationRun, "input" | "value"> & { series: { name: string; hash: string } };

/** The figures that do not depend on random draws. */
function figuresOf({ selection, overfitting, walkForward }: ValidationRun["value"]) {
  const { strategy, ...figures } = selection;
  const { sharpe, psr, dsr, effectiveTrials, averageCorrelation, minimumTrackRecord, minimumBacktestYears } = figures;
  return comparedFigures(1e-8, {
    selected: strategy + 1,
    sharpe,
    psr,
    dsr,
    effectiveTrials,
    averageCorrelation,
    minimumTrackRecord,
    minimumBacktestYears,
    pbo: overfitting?.probability ?? null,
    lossProbability: overfitting?.lossProbability ?? null,
    windows: walkForward?.from.length ?? null,
    consistency: walkForward?.metrics.consistency ?? null,
    robustness: walkForward?.metrics.robustness ?? null,
  });
}

/** A validation for another program; null if candidates use block rules or news, or only part of a track record was used. */
export function validationQuestion({ series, input, value }: Validated): ScriptQuestion | null {
  const { settings, candidates, firstReturn, returns, selection } = value;
  const asked = {
    title: `Validation on ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    figures: figuresOf(value),
  };
  const shared = {
    perYear: settings.perYear,
    riskFree: settings.riskFree,
    significance: settings.significanceLevel,
    trials: selection.trials,
    window: settings.windowSize,
    step: settings.stepSize,
    outOfSample: settings.outOfSamplePct,
  };
  if (input.record) {
    const { values } = input.record;
    if (!value.readAs) return null;
    const { kind: given, unit } = value.readAs;
    if (values.length - returns > (given === "values" ? 1 : 0)) return null;
    return { ...asked, kind: "record", settings: { ...shared, given, unit }, columns: [{ name: "values", values }] };
  }
  const strategies = candidates.flatMap(({ strategy }) => (strategy ? [strategy] : []));
  const rows = firstReturn + returns;
  const columns = input.market && barColumns(input.market.bars, rows);
  const sentiment = input.market?.sentiment ?? null;
  if (!columns || !strategies.every((strategy) => isScriptable(strategy, sentiment))) return null;
  const of = (name: keyof (typeof strategies)[number]["parameters"]) => strategies.map(({ parameters }) => parameters[name]);
  return {
    ...asked,
    kind: "validation",
    settings: {
      ...shared,
      ...accountSettings({ ...BACKTEST_DEFAULTS, ...input.backtest, periodsPerYear: settings.perYear }),
      candidates: strategies.length,
      strategies: strategies.map(({ type }) => type).join(","),
      lookback: of("lookback"),
      threshold: of("threshold"),
      exitThreshold: of("exitThreshold"),
      stopLoss: of("stopLoss"),
      takeProfit: of("takeProfit"),
      trailingStop: of("trailingStop"),
      targetVolatility: of("targetVolatility"),
      weights: strategies.flatMap(({ behavioralFactors: { momentum, meanReversion, sentiment: news } }) => [momentum, meanReversion, news]),
      first: firstReturn - 1,
    },
    columns,
  };
}
