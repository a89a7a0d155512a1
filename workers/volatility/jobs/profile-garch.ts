import { type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import { contour } from "../../numerics/contour";
import type { JobContext } from "../../runtime/job";
import { type FittedColumn, withLikelihood } from "../evaluation";
import type { KeptFit } from "../garch-model";
import type { Likelihood } from "../likelihood";
import { profile } from "../profile";

export type ProfileGarchInput = FittedColumn;

/** A joint confidence region of two parameters. */
export interface ConfidenceRegion {
  coverage: Fraction;
  /** Drop of the log-likelihood from its maximum at the edge. */
  drop: number;
  /** The edge as segments x1, y1, x2, y2, … */
  edge: Float64Array;
}

/** The profile log-likelihood around a maximum, over alpha1 (x) and beta1 (y). */
export interface LikelihoodSurface {
  x: Float64Array;
  y: Float64Array;
  /** Log-likelihood less its maximum, row by row, y ascending; NaN if the variance is not positive and stationary. */
  drops: Float64Array;
  regions: ConfidenceRegion[];
}

const POINTS: Count = 41;
const COVERAGES: Fraction[] = [0.5, 0.8, 0.95, 0.99];
/** Extent of the plane in standard errors: a 99% region reaches 3.03. */
const REACH = 3.6;
/** Assumed standard error if it is unknown, at a bound. */
const NO_ERROR = 0.02;

/** Values along one parameter, around its estimate and within its bounds. */
function axisOf({ estimates }: KeptFit, likelihood: Likelihood, key: string): Float64Array | null {
  const estimate = estimates.find((one) => one.key === key);
  const index = likelihood.keys.indexOf(key);
  if (!estimate || index < 0) return null;
  const { lower, upper } = likelihood.constraints();
  const reach = REACH * (estimate.classic ?? estimate.robust ?? NO_ERROR);
  const from = Math.max(lower[index], estimate.value - reach);
  const to = Math.min(upper[index], 1, estimate.value + reach);
  return Float64Array.from({ length: POINTS }, (_, i) => from + ((to - from) * i) / (POINTS - 1));
}

/**
 * Profiles the log-likelihood of a fit over alpha1 and beta1, with the joint confidence regions of the two: minus twice the drop is
 * chi-square with 2 degrees of freedom, so that the edge of a region with coverage c is -ln(1 - c) below the maximum (Wilks 1938).
 */
export async function profileGarch(input: ProfileGarchInput, context: JobContext): Promise<Outcome<LikelihoodSurface>> {
  const { fit } = input;
  return withLikelihood(context, input, ({ likelihood, thetaOf }) => {
    const [x, y] = ["alpha1", "beta1"].map((key) => axisOf(fit, likelihood, key));
    if (!x || !y) return fail("bad-input", "volatility/noSurface");
    const plane = { across: likelihood.keys.indexOf("alpha1"), up: likelihood.keys.indexOf("beta1"), x, y };
    const maximum = thetaOf(fit.estimates.map(({ value }) => value));
    const report = (done: Count) => {
      context.checkpoint();
      context.progress(done / (x.length * y.length), "Profiling the likelihood");
    };
    const drops = profile(likelihood, plane, maximum, report).map((value) => value - fit.logLikelihood);
    const regions = COVERAGES.map((coverage): ConfidenceRegion => {
      const drop = -context.kernels.naturalLog(1 - coverage);
      return { coverage, drop, edge: contour({ x, y, values: drops }, -drop) };
    });
    return succeed({ x, y, drops, regions });
  });
}
