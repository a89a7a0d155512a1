import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import type { RiskKernels, Shape } from "../performance";
import type { JobContext } from "../runtime/job";
import type { Kernels } from "../runtime/wasm/kernels";
import type { StudentFit } from "./student-fit";

const ROOT_2_PI = 2.5066282746310002;

/** Losses as positive fractions of the value: exceeded with probability 1 - confidence in one period, and the mean loss beyond that. */
export interface LossFigures {
  historicalVar: number;
  historicalShortfall: number;
  parametricVar: number;
  parametricShortfall: number;
  cornishFisherVar: number;
  cornishFisherShortfall: number;
  /** From the fitted t distribution: the limit of the Monte Carlo figures. */
  studentVar: number | null;
  studentShortfall: number | null;
}

/**
 * Value at risk and expected shortfall by every closed-form method.
 *
 * @term Value at risk (VaR) and expected shortfall (CVaR)
 * @formula historical: -quantile (type 7) and -mean of the returns at or below it; parametric: -(m + s z) and -m + s phi(z)/(1-c), z = Phi^-1(1-c);
 *   Cornish-Fisher: z + (z^2-1)S/6 + (z^3-3z)K/24 - (2z^3-5z)S^2/36 instead of z, its shortfall the tail mean of that expansion;
 *   t: -(m + s t) and -m + s f(t)(nu + t^2)/((nu-1)(1-c))
 * @source Jorion 2006; Zangari 1996; McNeil, Frey and Embrechts 2005
 * @tolerance 1e-9 against empyrical 0.5.5, numpy 2.4.6 and PerformanceAnalytics 2.0.8 on 6 series; t 1e-10 against scipy 1.17.1
 * @param tail quantile 1 - confidence and mean of the returns at or below it
 */
export function lossFigures(
  kernels: Kernels,
  risk: RiskKernels,
  shape: Shape,
  tail: [number, number],
  fit: StudentFit | null,
  confidence: Fraction,
): LossFigures {
  const { mean, deviation } = shape;
  const share = 1 - confidence;
  const z = kernels.normalQuantile(share);
  const density = normalDensity(risk, z);
  const first = -density / share;
  const expanded = cornishFisher(shape, z, z * z, z * z * z);
  // Moments of a standard normal given that it is below z.
  const beyond = cornishFisher(shape, first, 1 + z * first, (z * z + 2) * first);
  const student = fit && studentLosses(kernels, risk, fit, share);
  return {
    historicalVar: -tail[0],
    historicalShortfall: -tail[1],
    parametricVar: -(mean + deviation * z),
    parametricShortfall: -(mean + deviation * first),
    cornishFisherVar: -(mean + deviation * expanded),
    cornishFisherShortfall: -(mean + deviation * beyond),
    studentVar: student?.[0] ?? null,
    studentShortfall: student?.[1] ?? null,
  };
}

const normalDensity = (risk: RiskKernels, z: number) => risk.exponential((-z * z) / 2) / ROOT_2_PI;

/** The Cornish-Fisher expansion, given z, its square and its cube (or means of these). */
function cornishFisher({ skewness, kurtosis }: Shape, z: number, square: number, cube: number): number {
  const s = skewness ?? 0;
  const k = kurtosis ?? 0;
  return z + ((square - 1) * s) / 6 + ((cube - 3 * z) * k) / 24 - ((2 * cube - 5 * z) * s * s) / 36;
}

/**
 * Whether the Cornish-Fisher expansion is monotone, hence a valid quantile function.
 *
 * @formula z S/3 + 1 + (3z^2-3) K/24 - (6z^2-5) S^2/36 > 0 for all z, and |S| <= 1
 * @source Maillard 2012
 * @tolerance same result as a search over 40,001 values of z
 */
export function cornishFisherHolds({ skewness, kurtosis }: Shape): boolean {
  const s = skewness ?? 0;
  const k = kurtosis ?? 0;
  const a = k / 8 - (s * s) / 6;
  const c = 1 - k / 8 + (5 * s * s) / 36;
  const slope = s / 3;
  const rises = a > 0 ? slope * slope < 4 * a * c : a === 0 && slope === 0 && c > 0;
  return Math.abs(s) <= 1 && rises;
}

function studentLosses(kernels: Kernels, risk: RiskKernels, { location, scale, nu }: StudentFit, share: Fraction): [number, number] {
  const t = kernels.studentQuantile(share, nu);
  const unit = Math.sqrt((nu - 2) / nu);
  // Density of the standard t at t, from the one with unit variance.
  const density = unit * risk.exponential(kernels.unitStudentLogDensity(t * unit, nu));
  return [-(location + scale * t), -location + (scale * density * (nu + t * t)) / ((nu - 1) * share)];
}

/** Monte Carlo estimates of the losses. */
export interface SimulatedLoss {
  valueAtRisk: number;
  shortfall: number;
  /** Monte-Carlo standard error of the value at risk. */
  error: number;
  draws: Count;
  seed: number;
}

/** Draws per call: a few milliseconds even in a new instance with unoptimized code. */
const DRAWS_PER_CALL = 96;

/**
 * Value at risk and expected shortfall from seeded draws: from the fitted t, or from a normal distribution with the sample's mean and
 * deviation.
 *
 * @term Monte Carlo value at risk
 * @formula -quantile (type 7) of the draws; standard error sqrt(c (1-c) / N) / density at the quantile
 * @source Glasserman 2004
 * @tolerance exact value within 4 standard errors
 */
export function simulatedLoss(
  context: JobContext,
  risk: RiskKernels,
  law: { location: number; deviation: number; nu: number | null },
  confidence: Fraction,
  draws: Count,
  seed: number,
): SimulatedLoss {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const stream = arena.takeBytes(32);
    const out = arena.take(draws);
    const tail = arena.put(new Float64Array(2));
    kernels.rngSeed(stream, seed);
    for (let from = 0; from < draws; from += DRAWS_PER_CALL) {
      context.checkpoint();
      const count = Math.min(draws - from, DRAWS_PER_CALL);
      kernels.drawInnovations(stream, out + from * VALUE_BYTES, count, law.nu === null ? 0 : 1, law.nu ?? 0, 0);
    }
    const share = 1 - confidence;
    const [quantile] = quantilesInPlace(context, out, draws, [share]);
    risk.tailSum(out, 0, draws, quantile, tail);
    const [count, sum] = arena.view(tail, 2);
    const density = law.nu === null ? normalDensity(risk, quantile) : risk.exponential(kernels.unitStudentLogDensity(quantile, law.nu));
    return {
      valueAtRisk: -(law.location + law.deviation * quantile),
      shortfall: -(law.location + (law.deviation * sum) / count),
      error: (law.deviation * Math.sqrt((share * confidence) / draws)) / density,
      draws,
      seed,
    };
  });
}
