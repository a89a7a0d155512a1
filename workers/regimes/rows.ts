import type { Count, Fraction } from "../contract";
import type { RegimeFit } from "./fit";
import { stationaryShares } from "./stationary";

/** One regime, in the unit of the returns; an error is null if the curvature gives none or the parameter is at its bound. */
export interface RegimeRow {
  label: string;
  mean: number;
  meanError: number | null;
  variance: number;
  varianceError: number | null;
  deviation: number;
  /** Annualized, as fractions: mean x steps, standard deviation x root of the steps. */
  annualReturn: Fraction;
  annualVolatility: Fraction;
  /** Probability of staying for another step. */
  stay: Fraction;
  stayError: number | null;
  /** Expected duration in steps. */
  duration: number;
  durationError: number | null;
  /** Long-run share of time spent in the regime. */
  share: Fraction;
  /** Expected number of values of the sample. */
  count: number;
  /** Filtered probability at the last value. */
  probability: Fraction;
  /** True if the variance was limited by its floor: a few nearly equal values. */
  atFloor: boolean;
}

/**
 * Summary of each regime.
 * @term Expected duration of a regime
 * @formula duration = 1 / (1 - P[i, i]), its standard error = that of P[i, i] / (1 - P[i, i])^2; share: pi = pi P
 * @source Hamilton (1989); delta method
 * @tolerance durations within 0.2% of statsmodels 0.15.0 on 7 series
 * @param scale factor that converts a return to a fraction: 0.01 for percent
 */
export function regimeRows(
  { model, errors, counts, atFloor }: RegimeFit,
  labels: readonly string[],
  last: readonly number[],
  { perYear, scale }: { perYear: Count; scale: number },
): RegimeRow[] {
  const shares = stationaryShares(model.transition);
  return labels.map((label, i) => {
    const stay = model.transition[i][i];
    const stayError = errors.transition[i][i];
    // The sum of the exit probabilities keeps digits that 1 - stay would lose.
    const leave = model.transition[i].reduce((sum, p, j) => (i === j ? sum : sum + p), 0);
    const deviation = Math.sqrt(model.variance[i]);
    return {
      label,
      mean: model.mean[i],
      meanError: errors.mean[i],
      variance: model.variance[i],
      varianceError: errors.variance[i],
      deviation,
      annualReturn: model.mean[i] * scale * perYear,
      annualVolatility: deviation * scale * Math.sqrt(perYear),
      stay,
      stayError,
      duration: 1 / leave,
      durationError: stayError === null ? null : stayError / (leave * leave),
      share: shares[i],
      count: counts[i],
      probability: last[i],
      atFloor: atFloor[i],
    };
  });
}
