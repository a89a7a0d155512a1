import type { ModelAsk } from "../garch-model";
import type { GarchLikelihood } from "./likelihood";

/** Where the search begins: every pair of a shock weight and a persistence, omega such that the variance is the sample's. */
const SHOCK_WEIGHTS = [0.01, 0.05, 0.1, 0.2];
const PERSISTENCES = [0.5, 0.7, 0.9, 0.98];
/** Kurtosis above which the sample itself says how heavy the tails are (Python arch's rule). */
const HEAVY = 3.75;
const NU_OTHERWISE = 12;

/** Degrees of freedom whose t has the sample's kurtosis, at least 4. */
export function startingNu(kurtosis: number): number {
  return kurtosis > HEAVY ? Math.max(4, (4 * kurtosis - 6) / (kurtosis - 3)) : NU_OTHERWISE;
}

/** `total` shared over `count` lags: evenly, or nearly all of it on the first. */
function spread(total: number, count: number, evenly: boolean): number[] {
  const rest = evenly ? total / count : (0.2 * total) / count;
  const first = total - rest * (count - 1);
  return Array.from({ length: count }, (_, lag) => (lag === 0 ? first : rest));
}

/** A GARCH(1,1) written as a model of more lags, the others at 0: from here a larger model can only do better. */
export function embed(simple: Float64Array, model: ModelAsk): Float64Array {
  const [mu, omega, alpha, beta, ...shape] = simple;
  const lags = (first: number, count: number) => [first, ...new Array<number>(count - 1).fill(0)];
  return Float64Array.of(mu, omega, ...lags(alpha, model.q), ...lags(beta, model.p), ...shape);
}

/** The two most likely points of the grid. With more than one lag they differ in how the weights are spread over the lags. */
export function bestStarts(likelihood: GarchLikelihood, shape: { nu: number; lambda: number }): Float64Array[] {
  const { p, q, distribution } = likelihood.model;
  const tail = distribution === "normal" ? [] : distribution === "t" ? [shape.nu] : [shape.nu, shape.lambda];
  const candidates: { theta: Float64Array; value: number; evenly: boolean }[] = [];
  for (const evenly of p * q > 1 ? [true, false] : [true]) {
    for (const shock of SHOCK_WEIGHTS) {
      for (const persistence of PERSISTENCES) {
        const weights = [...spread(shock, q, evenly), ...spread(persistence - shock, p, evenly)];
        const theta = Float64Array.of(0, 1 - persistence, ...weights, ...tail);
        candidates.push({ theta, value: likelihood.value(theta), evenly });
      }
    }
  }
  candidates.sort((a, b) => b.value - a.value);
  const best = candidates[0];
  const second = candidates.find((one) => one !== best && (p * q === 1 || one.evenly !== best.evenly)) ?? best;
  return [best.theta, second.theta];
}
