import { because, type Cause, type Outcome } from "../contract";

/** A point the news impact curve is to pass through, starting from the long-run variance. */
export interface CurvePoint {
  /** In units of the returns. */
  shock: number;
  /** The next variance after it. */
  variance: number;
  /** Direction of the estimates per unit of the shift: which ones move, and by how much. */
  along: number[];
}

interface Curve {
  /** The next variance after the shock, for values that may be outside the feasible region. */
  response(values: number[]): number;
  /** The scale of the variance equation, which is linear along the direction: the variance itself, its logarithm or a power. */
  level(variance: number): number;
  /** A failure if values define no model. */
  check(values: number[]): Outcome<unknown>;
}

/** Values for which the curve passes through the point; otherwise as close as possible, and why not closer. */
export interface SolvedPoint {
  values: number[];
  stopped: Cause | null;
}

const PROBE = 1e-3;
/** Slope of the response to the shift below which the curve has its pivot at this shock. */
const MIN_SLOPE = 1e-9;
const HALVINGS = 40;
/** Fraction of the way to the boundary of the region that is used: on the boundary the variance is not stationary. */
const WITHIN = 0.999;

/**
 * The values along a direction at which the news impact curve passes through a point. At a fixed long-run variance, the level of the next
 * variance is linear in the weights of the last shock, so two evaluations determine the distance, which is limited by the boundary of the
 * region.
 * @param at values that define a model
 */
export function solveThrough({ response, level, check }: Curve, at: number[], { variance, along }: CurvePoint): SolvedPoint {
  const valuesAt = (way: number) => at.map((value, i) => value + way * along[i]);
  const here = level(response(at));
  const slope = (level(response(valuesAt(PROBE))) - here) / PROBE;
  if (!(Math.abs(slope) > MIN_SLOPE * Math.max(1, Math.abs(here)))) return { values: at, stopped: because("volatility/curveTurns") };
  const whole = (level(variance) - here) / slope;
  const values = valuesAt(whole);
  const arrived = check(values);
  if (arrived.ok) return { values, stopped: null };
  let [inside, outside] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    if (check(valuesAt(middle * whole)).ok) inside = middle;
    else outside = middle;
  }
  const { reason, params } = arrived.failure;
  return { values: valuesAt(WITHIN * inside * whole), stopped: { reason, params } as Cause };
}
