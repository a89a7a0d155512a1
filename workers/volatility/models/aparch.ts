import { because } from "../../contract";
import { AparchLikelihood, MAX_GAMMA } from "../likelihoods/aparch-likelihood";
import { symbol } from "../symbols";
import { betaSentence, embed, garchFamily, lagSentence, meanStart } from "./garch-family";
import { plainSentences } from "./plain-sentences";
import { type Ending, PERSISTENCE, type VolatilityModel } from "./volatility-model";

/** Starting grid: every combination of a shock weight, a tilt towards losses, a persistence and a power. */
const SHOCK_WEIGHTS = [0.05, 0.12];
const TILTS = [0, 0.4];
const PERSISTENCES = [0.9, 0.98];
const POWERS = [1, 1.6];

const NEVER_FADES =
  "The persistence is 1: shocks to the power of volatility do not decay, so there is no half-life and no long-run variance.";

/** A likelihood of this model. */
function own(likelihood: unknown): AparchLikelihood {
  if (!(likelihood instanceof AparchLikelihood)) throw new Error("an APARCH is fitted by its own passes");
  return likelihood;
}

const powerOf = ({ theta, keys }: Pick<Ending, "theta" | "keys">): number => theta[keys.indexOf("delta")];

/** Tilt and weight, at a power of 2, equivalent to the weights of gains and losses in a GJR-GARCH. */
function tilted(gain: number, loss: number): { alpha: number; gamma: number } {
  const [up, down] = [Math.sqrt(Math.max(gain, 0)), Math.sqrt(Math.max(loss, 0))];
  const gamma = up + down > 0 ? Math.max(-MAX_GAMMA, Math.min(MAX_GAMMA, (down - up) / (down + up))) : 0;
  return { alpha: ((up + down) / 2) ** 2, gamma };
}

/**
 * APARCH(p,q): sigma[t]^delta = omega + sum alpha[i] (|e[t-i]| - gamma[i] e[t-i])^delta + sum beta[j] sigma[t-j]^delta (Ding, Granger and
 * Engle 1993). A power of 2 is GARCH or, with a tilt, GJR; a power of 1 models the standard deviation (Taylor 1986, Zakoian 1994).
 */
export const aparch: VolatilityModel = {
  title: "APARCH",
  label: ({ p, q }) => `APARCH(${p},${q})`,
  fixedForm: false,
  targetingTrouble: because("volatility/targetingOfAparch"),
  regressesMean: () => true,
  likelihood(context, kernels, model, series) {
    if (!kernels) throw new Error("the volatility kernels are needed for this model");
    return new AparchLikelihood(context, kernels, model, series);
  },
  starts(likelihood, series, { shape, oneLag }) {
    const { model, keys } = likelihood;
    const { p, q } = model;
    const points = PERSISTENCES.flatMap((persistence) =>
      POWERS.flatMap((delta) =>
        SHOCK_WEIGHTS.flatMap((weight) =>
          TILTS.map((tilt, kind) => {
            const lags = (value: number, count: number) => new Array<number>(count).fill(value);
            const head = [...meanStart(model, series), 1 - persistence, ...lags(weight / q, q), ...lags(tilt, q)];
            const theta = Float64Array.of(...head, ...lags(0, p), delta, ...shape);
            // The betas' part of the persistence is what the shocks leave.
            const carried = own(likelihood).persistence(theta).value;
            theta.fill(Math.max(persistence - carried, 0) / p, head.length, head.length + p);
            return { theta, kind };
          }),
        ),
      ),
    );
    return { grid: points, more: oneLag ? [embed(oneLag.theta, oneLag.keys, keys)] : [] };
  },
  // A GJR-GARCH, and hence a GARCH, is the special case of a power of 2.
  nested({ model, keys }, _series, _start, maximumOf) {
    const simpler = maximumOf({ ...model, variance: "gjr" });
    if (!simpler) return [];
    const theta = embed(simpler.theta, simpler.keys, keys);
    // The free parameter of a GJR is the total weight of a loss.
    const { alpha, gamma } = tilted(theta[keys.indexOf("alpha1")], theta[keys.indexOf("gamma1")]);
    theta[keys.indexOf("alpha1")] = alpha;
    theta[keys.indexOf("gamma1")] = gamma;
    theta[keys.indexOf("delta")] = 2;
    return [theta];
  },
  persistence(likelihood, { theta, constraints }) {
    const { value, slopes } = own(likelihood).persistence(theta);
    return { value: constraints.isActive(PERSISTENCE) ? 1 : value, slopes };
  },
  // The level is sigma to the power delta.
  longRun: (likelihood, level, _persistence, ending) => ({ value: own(likelihood).power(level, 2 / powerOf(ending)), slopes: null }),
  levelAt: (_context, longRunVariance, likelihood, ending) => own(likelihood).power(longRunVariance, powerOf(ending) / 2),
  // A tilt has no effect without the weight of its shock; without any shock weights, the rest only propagates the pre-sample variance.
  idle({ keys, constraints }) {
    const isZero = (key: string) => constraints.isActive(keys.indexOf(key));
    const alphas = keys.filter((key) => key.startsWith("alpha"));
    const still = alphas.every(isZero);
    return keys.flatMap((key, i) => (isZero(key.replace("gamma", "alpha")) || (still && /^(beta|delta)/.test(key)) ? [i] : []));
  },
  boundSentences(ending) {
    const { keys, constraints } = ending;
    const held = (pattern: RegExp) =>
      constraints.active.map((index) => keys[index]).filter((key) => key !== undefined && pattern.test(key));
    const alphas = held(/^alpha/);
    const tilts = held(/^gamma/).filter((key) => !alphas.includes(key.replace("gamma", "alpha")));
    return [
      lagSentence(alphas, false, "Try a smaller ARCH(q)."),
      betaSentence(ending.model, held(/^beta/)),
      tilts.length > 0 ? `${tilts.map(symbol).join(", ")} at a bound: only shocks of one sign affect volatility.` : null,
      ...plainSentences(ending, NEVER_FADES, /^(alpha|beta|gamma)/),
    ];
  },
  advice: garchFamily.advice,
};
