import type { GarchLikelihood } from "./likelihood";

/** Where the search begins: every pair of a shock weight and a persistence, omega such that the variance is the sample's. */
export const SHOCK_WEIGHTS = [0.01, 0.05, 0.1, 0.2];
export const PERSISTENCES = [0.5, 0.7, 0.9, 0.98];
/** Kurtosis above which the sample itself says how heavy the tails are (Python arch's rule). */
const HEAVY = 3.75;
const NU_OTHERWISE = 12;

/** Degrees of freedom whose t has the sample's kurtosis, at least 4. */
export function startingNu(kurtosis: number): number {
  return kurtosis > HEAVY ? Math.max(4, (4 * kurtosis - 6) / (kurtosis - 3)) : NU_OTHERWISE;
}

/** `total` shared over `count` lags: evenly, or nearly all of it on the first. */
export function spread(total: number, count: number, evenly: boolean): number[] {
  const rest = evenly ? total / count : (0.2 * total) / count;
  const first = total - rest * (count - 1);
  return Array.from({ length: count }, (_, lag) => (lag === 0 ? first : rest));
}

/** Parameters of a smaller model by their keys as those of a larger one, the other lags at 0. */
export function embed(simple: Float64Array, keys: string[], larger: string[]): Float64Array {
  return Float64Array.from(larger, (key) => (keys.includes(key) ? simple[keys.indexOf(key)] : 0));
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
        candidates.push({ theta, value: likelihood.rank(theta), evenly });
      }
    }
  }
  candidates.sort((a, b) => b.value - a.value);
  const best = candidates[0];
  const second = candidates.find((one) => one !== best && (p * q === 1 || one.evenly !== best.evenly)) ?? best;
  return [best.theta, second.theta];
}
