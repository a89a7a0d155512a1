import { because, type Cause, type Outcome } from "../contract";

/** A point the news impact curve is pulled through, from the long-run variance. */
export interface CurvePoint {
  /** In units of the returns. */
  shock: number;
  /** The next variance after it. */
  variance: number;
  /** How far each estimate moves per unit of the shift: which of them move, and together. */
  along: number[];
}

interface Curve {
  /** The next variance after the shock at values that may lie outside the region. */
  response(values: number[]): number;
  /** What of a variance the equation is of, which is linear along the way: itself, its logarithm or a power. */
  level(variance: number): number;
  /** A failure where values define no model. */
  check(values: number[]): Outcome<unknown>;
}

/** Values where the curve stands, and why it does not reach the point where it does not. */
export interface Pulled {
  values: number[];
  stopped: Cause | null;
}

const PROBE = 1e-3;
/** Of a response to the probe: below, the curve turns about this shock. */
const MIN_SLOPE = 1e-9;
const HALVINGS = 40;
/** Share of the way to the edge of the region that is gone: on the edge itself the variance is not stationary. */
const WITHIN = 0.999;

/**
 * The values along a way at which the news impact curve passes through a point. The level of the next variance is linear in the
 * weights of the last shock while the long-run variance stays, so two looks at it say how far; where the region ends before, that far.
 * @param at values that define a model
 */
export function pullThrough({ response, level, check }: Curve, at: number[], { variance, along }: CurvePoint): Pulled {
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
