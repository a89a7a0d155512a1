import { meanLags } from "../garch-model";
import type { GjrLikelihood } from "./gjr-likelihood";
import type { FitOptions } from "./search";
import { PERSISTENCES, SHOCK_WEIGHTS, spread, startingNu } from "./starts";

/** Weights of gains and of losses, of a shock weight: alike, or nearly all of it on losses. */
const TILTS = [
  [1, 1],
  [0.25, 1.75],
];
const DECAYS = [0.8, 0.9, 0.94, 0.97, 0.99];
const GED_START = 1.5;

/**
 * The two most likely points of a grid: every pair of a shock weight and a persistence, gains and losses alike or not, omega such that the
 * variance is the sample's, the mean by least squares. Where there is a choice the two differ in kind.
 */
export function gjrStarts(likelihood: GjrLikelihood, kurtosis: number, options: FitOptions): Float64Array[] {
  const { model, layout, moments } = likelihood;
  const { p, q, distribution } = model;
  const mean = model.mean === "zero" ? [] : moments.start.slice(0, 1 + meanLags(model));
  const nu = distribution === "ged" ? GED_START : (options.nuStart ?? startingNu(kurtosis));
  const shape = { normal: [], t: [nu], ged: [nu], skewt: [nu, options.lambdaStart] }[distribution];
  const candidates: { theta: Float64Array; kind: number }[] = [];
  const add = (kind: number, moving: number[]) => candidates.push({ theta: Float64Array.of(...mean, ...moving, ...shape), kind });
  if (model.variance === "ewma") {
    if (model.decay === null) for (const decay of DECAYS) add(decay, [decay]);
    else add(0, []);
  } else {
    const omega = (persistence: number) => (model.targeting ? [] : [moments.variance * (1 - persistence)]);
    const asymmetric = layout.keys.includes("gamma1");
    for (const evenly of p * q > 1 ? [true, false] : [true]) {
      for (const [gains, losses] of asymmetric ? TILTS : TILTS.slice(0, 1)) {
        for (const shock of SHOCK_WEIGHTS) {
          for (const persistence of PERSISTENCES) {
            const [newest, ...older] = spread(shock, q, evenly);
            const alphas = asymmetric ? [gains * newest, ...older, losses * newest] : [newest, ...older];
            add(2 * Number(evenly) + Number(losses > 1), [...omega(persistence), ...alphas, ...spread(persistence - shock, p, evenly)]);
          }
        }
      }
    }
  }
  const ranked = candidates.map((one) => ({ ...one, value: likelihood.forward(one.theta) })).sort((a, b) => b.value - a.value);
  const best = ranked[0];
  const second = ranked.find((one) => one !== best && one.kind !== best.kind) ?? ranked[1] ?? best;
  return [best.theta, second.theta];
}
