import type { Count } from "../../contract";
import { type Maximum, maximise } from "../garch/maximise";
import type { FitOptions } from "../garch/search";
import type { LinearConstraints } from "./linear-constraints";
import { rankStarts } from "./starts";
import type { VolatilityLikelihood } from "./volatility-likelihood";

/** Log-likelihoods this close are the same. */
const SAME_HEIGHT = 1e-9;
/** How many of the best starting points are climbed from. */
const CLIMBS = 2;

export interface VolatilitySearch {
  maximum: Maximum<LinearConstraints>;
  startSpread: number;
  evaluations: Count;
  iterations: Count;
}

/** Climbs from the best of some starting points and keeps the highest end. */
export function searchFrom(
  likelihood: VolatilityLikelihood,
  candidates: Float64Array[],
  options: Pick<FitOptions, "tolerance" | "maxIterations">,
  report: (share: number) => void,
): VolatilitySearch | null {
  const { tolerance, maxIterations } = options;
  const starts = rankStarts(likelihood, candidates).slice(0, CLIMBS);
  if (starts.length === 0) return null;
  const ends: Maximum<LinearConstraints>[] = [];
  starts.forEach((start, index) => {
    const onIteration = (done: Count) => report((index + 1 - 0.75 ** done) / starts.length);
    const known = ends.find((end) => end.converged);
    ends.push(maximise(likelihood, start, { tolerance, maxIterations, known, onIteration }));
  });
  // At the same height an end that arrived wins over one that was cut short.
  const maximum = ends.reduce((best, end) => {
    const gain = end.logLikelihood - best.logLikelihood;
    return gain > SAME_HEIGHT || (gain > -SAME_HEIGHT && end.converged && !best.converged) ? end : best;
  });
  return {
    maximum,
    startSpread: maximum.logLikelihood - Math.min(...ends.map((end) => end.logLikelihood)),
    evaluations: likelihood.evaluations,
    iterations: ends.reduce((total, end) => total + end.iterations, 0),
  };
}

/** The climb on a whole series from where that on a stretch of it ended. */
export function searchOn(
  likelihood: VolatilityLikelihood,
  stretch: VolatilitySearch,
  growth: number,
  options: Pick<FitOptions, "tolerance" | "maxIterations">,
  report: (share: number) => void,
): VolatilitySearch {
  const { theta, curvature, size, constraints } = stretch.maximum;
  const grown = (matrix: Float64Array) => matrix.map((value) => value * growth);
  const { tolerance, maxIterations } = options;
  const maximum = maximise(likelihood, theta, {
    ...{ tolerance, maxIterations },
    warm: { curvature: curvature && grown(curvature), size: grown(size), constraints },
    onIteration: (done) => report(1 - 0.75 ** done),
  });
  return {
    maximum,
    startSpread: stretch.startSpread,
    evaluations: stretch.evaluations + likelihood.evaluations,
    iterations: stretch.iterations + maximum.iterations,
  };
}
