import { type ComparedRow, comparedRow as row } from "../../analysis/manual.tsx";
import type { Evaluation } from "./calibration-charts.tsx";
import { annualized, isOfMean, LONG_RUN, type ManualValues, type Movable } from "./calibration-values";
import { parameterName } from "./parameters-panel.tsx";
import type { GarchRun } from "./use-garch";

const MEAN_DIGITS = 4;

export interface Compared {
  run: GarchRun;
  movables: readonly Movable[];
  manual: ManualValues;
  maximum: Evaluation;
  /** Null if the manual values define no valid model. */
  evaluation: Evaluation | null;
}

/** Parameters and figures, manual and at the maximum, side by side. */
export function comparisonOf({ run, movables, manual, maximum, evaluation }: Compared): ComparedRow[] {
  const { unit } = run;
  const perYear = (variance: number | null | undefined) =>
    variance === null || variance === undefined ? variance : annualized(run, variance);
  const last = maximum.forecast.length;
  const parameters = movables
    .filter(({ key }) => key !== LONG_RUN)
    .map(({ key, label, maximum: usual, digits, unit: own }) => row(label, [manual[key] ?? usual, usual], digits, own));
  // An earlier fit has a mean of its own, which has no slider.
  const mean = run.value.fit.estimates
    .filter(({ key }) => isOfMean(key) && manual[key] !== undefined)
    .map(({ key, value }) => row(parameterName(key), [manual[key], value], MEAN_DIGITS));
  return [
    row("Log-likelihood", [evaluation?.logLikelihood, maximum.logLikelihood], 2),
    ...mean,
    ...parameters,
    row("Persistence", [evaluation?.persistence, maximum.persistence], 4),
    row("Half-life, steps", [evaluation?.halfLife, maximum.halfLife], 1),
    row("σ, long run, annualized", [perYear(evaluation?.longRunVariance), perYear(maximum.longRunVariance) ?? null], 2, unit),
    row("σ, next step", [evaluation?.forecast[0], maximum.forecast[0]], 3, unit),
    row(`σ, step ${last}`, [evaluation?.forecast[last - 1], maximum.forecast[last - 1]], 3, unit),
  ];
}
