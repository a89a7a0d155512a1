import type { JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { type GarchModel, meanLags } from "../garch-model";
import { GjrLikelihood } from "../likelihoods/gjr-likelihood";
import type { VolatilitySeries } from "../volatility-series";
import { type Ending, PERSISTENCE, type Start, type VolatilityModel } from "./volatility-model";

/** Starting grid: every pair of a shock weight and a persistence, with omega matching the sample variance. */
const SHOCK_WEIGHTS = [0.01, 0.05, 0.1, 0.2];
const PERSISTENCES = [0.5, 0.7, 0.9, 0.98];
/** Split of a shock weight between gains and losses: equal, or nearly all of it on losses. */
const TILTS = [
  [1, 1],
  [0.25, 1.75],
];

const NO_CLUSTERING = "The alphas are zero: no volatility clustering, so constant volatility fits as well and beta is not identified.";
const NEVER_FADES =
  "The alphas and betas sum to 1: shocks to volatility do not decay, so there is no half-life and no long-run variance; standard errors are conditional on that sum. A longer series, or one without a structural break, may give a sum below 1.";

/** Spreads `total` over `count` lags: evenly, or nearly all of it on the first. */
function spread(total: number, count: number, evenly: boolean): number[] {
  if (count === 1) return [total];
  const rest = evenly ? total / count : (0.2 * total) / count;
  const first = total - rest * (count - 1);
  return Array.from({ length: count }, (_, lag) => (lag === 0 ? first : rest));
}

/** Least-squares estimates of the parameters of the mean that are estimated. */
export const meanStart = ({ mean, ...model }: GarchModel, { moments }: VolatilitySeries): number[] =>
  mean === "zero" ? [] : moments.start.slice(0, 1 + meanLags({ mean, ...model }));

/** Every pair of weights, with or without asymmetry; with more lags, spread over them evenly or not. */
export function garchGrid(model: GarchModel, series: VolatilitySeries, shape: number[], asymmetric: boolean): Start[] {
  const { p, q, targeting } = model;
  const mean = meanStart(model, series);
  const omega = (persistence: number) => (targeting ? [] : [series.moments.variance * (1 - persistence)]);
  const starts: Start[] = [];
  for (const evenly of p * q > 1 ? [true, false] : [true]) {
    for (const [gains, losses] of asymmetric ? TILTS : TILTS.slice(0, 1)) {
      for (const shock of SHOCK_WEIGHTS) {
        for (const persistence of PERSISTENCES) {
          const [newest, ...older] = spread(shock, q, evenly);
          const alphas = asymmetric ? [gains * newest, ...older, losses * newest] : [newest, ...older];
          const betas = spread(persistence - shock, p, evenly);
          const theta = Float64Array.of(...mean, ...omega(persistence), ...alphas, ...betas, ...shape);
          starts.push({ theta, kind: 2 * Number(evenly) + Number(losses > 1) });
        }
      }
    }
  }
  return starts;
}

/**
 * Parameters of the model with one lag of each kind embedded in a larger one, the other lags at 0: a starting point that can only improve.
 */
export const embed = (simple: Float64Array, keys: string[], larger: string[]): Float64Array =>
  Float64Array.from(larger, (key) => (keys.includes(key) ? simple[keys.indexOf(key)] : 0));

/** The passes for any mean and density. */
export function gjrPasses(
  context: JobContext,
  kernels: KernelsOf<"volatility"> | null,
  model: GarchModel,
  series: VolatilitySeries,
  scoresOnly = false,
): GjrLikelihood {
  if (!kernels) throw new Error("the volatility kernels are needed for this model");
  return new GjrLikelihood(context, kernels, model, series, scoresOnly);
}

/** Indices of the free weights of shocks, and of past variances. */
const placesOf = (keys: string[], pattern: RegExp): number[] => keys.flatMap((key, i) => (pattern.test(key) ? [i] : []));

/** True if every shock weight is 0: the betas then only weight the pre-sample variance. */
function withoutShocks({ keys, constraints }: Ending): boolean {
  const shocks = placesOf(keys, /^(alpha|gamma)/);
  return shocks.length > 0 && shocks.every(constraints.isActive);
}

export function lagSentence(keys: string[], all: boolean, advice: string): string | null {
  if (keys.length === 0) return null;
  const one = keys.length === 1;
  const zero = `${keys.join(", ")} ${one ? "is" : "are"} at zero`;
  return all
    ? `${zero}: only the latest shocks affect volatility.`
    : `${zero}: ${one ? "this lag adds" : "these lags add"} nothing. ${advice}`;
}

function shapeSentence(key: string, low: boolean): string | null {
  if (key === "nu" && low) return "The degrees of freedom are at the lower bound: a few outliers dominate. Check for bad ticks or splits.";
  if (key === "nu") return "The degrees of freedom are at the upper bound: the tails are no fatter than Normal. Try Normal.";
  if (key === "lambda") return "The skewness is at its bound: nearly all shocks have one sign. Check for bad ticks.";
  return key === "omega" ? "omega is at its lower bound: the variance has no floor. Try Student's t or fewer lags." : null;
}

/** Sentences on the active bounds of a model of the GARCH kind. @param ofWeights sentences on the weights at zero */
export function garchSentences(ending: Ending, ofWeights: (named: (prefix: string) => string[]) => (string | null)[]): (string | null)[] {
  const { keys, theta, constraints } = ending;
  const held = constraints.active.filter((index) => index !== PERSISTENCE);
  const named = (prefix: string) => held.map((index) => keys[index]).filter((key) => key.startsWith(prefix));
  return [
    constraints.isActive(PERSISTENCE) ? NEVER_FADES : null,
    ...(withoutShocks(ending) ? [NO_CLUSTERING] : ofWeights(named)),
    ...held.map((index) => shapeSentence(keys[index], theta[index] <= constraints.lower[index])),
  ];
}

export const betaSentence = ({ p }: GarchModel, betas: string[]): string | null =>
  lagSentence(betas, betas.length === p, "Try a smaller GARCH(p).");

/** Shared by models whose persistence is a sum of weights. */
export const garchFamily: Pick<VolatilityModel, "longRun" | "idle" | "advice"> = {
  longRun: ({ keys, series, model }, level, { value, slopes }) => ({
    value: level,
    slopes: model.targeting
      ? null
      : slopes.map((slope, i) => (level * slope + (keys[i] === "omega" ? series.scale * series.scale : 0)) / (1 - value)),
  }),
  idle: (ending) => (withoutShocks(ending) ? placesOf(ending.keys, /^beta/) : []),
  advice: ({ p, q }) => (p * q > 1 ? "Fewer lags may identify one maximum." : "Check for outliers or a structural break."),
};
