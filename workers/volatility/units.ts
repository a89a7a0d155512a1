import type { Kernels } from "../runtime/wasm/kernels";
import type { StandardizedSeries } from "../series";
import type { GarchModel } from "./garch-model";

/** The natural parameters of a model at a point in standardized units, with their derivatives by the free ones. */
export interface NaturalPoint {
  keys: string[];
  values: Float64Array;
  /** Row-major, one row per key. */
  jacobian: Float64Array;
}

/** A point whose free parameters are the natural ones. */
export function freePoint(keys: string[], values: Float64Array): NaturalPoint {
  const k = keys.length;
  const jacobian = new Float64Array(k * k);
  for (let i = 0; i < k; i++) jacobian[i * (k + 1)] = 1;
  return { keys, values, jacobian };
}

/** Parameters in the units of the returns, as reported. */
export interface Reported {
  keys: string[];
  values: number[];
  /** Row-major: derivatives by the free parameters. */
  jacobian: Float64Array;
  /** Turns a gradient by the natural parameters into one by the reported ones. */
  gradient(natural: Float64Array): Float64Array;
}

type Variance = Pick<GarchModel, "variance">;
/** A model with the names of its natural and free parameters; and e^x as computed by the kernels, if its constant needs it. */
interface Parametrized {
  model: Variance;
  naturalKeys: string[];
  keys: string[];
  exponential?(x: number): number;
}
type Location = Pick<StandardizedSeries, "mean" | "scale">;

/** Names of the reported parameters: the natural ones, except for an EWMA, which reports one weight as "decay", if that is free. */
export function reportedKeys({ variance }: Variance, natural: string[], free: string[]): string[] {
  if (variance !== "ewma") return natural;
  return natural
    .filter((key) => key !== "alpha1" && (key !== "beta1" || free.includes("decay")))
    .map((key) => (key === "beta1" ? "decay" : key));
}

const sumOf = (keys: string[], values: ArrayLike<number>, name: string): number =>
  keys.reduce((sum, key, i) => (key.startsWith(name) ? sum + values[i] : sum), 0);

/** The constant of a variance in another unit, with its derivatives by the relevant parameters. */
interface Constant {
  value: number;
  by(key: string): number;
}

/**
 * The constant for returns scaled by `scale`, or the reverse: it grows with scale², for an APARCH with scale^delta; for an EGARCH it is a
 * logarithm and shifts by 2 ln(scale) (1 - sum of beta).
 */
function constantAt(
  { model, exponential }: Pick<Parametrized, "model" | "exponential">,
  keys: string[],
  values: ArrayLike<number>,
  { naturalLog }: Kernels,
  scale: number,
  back = false,
): Constant {
  const omega = values[keys.indexOf("omega")];
  if (model.variance === "egarch") {
    const shift = 2 * naturalLog(scale) * (back ? -1 : 1);
    const value = omega + shift * (1 - sumOf(keys, values, "beta"));
    return { value, by: (key) => (key === "omega" ? 1 : key.startsWith("beta") ? -shift : 0) };
  }
  if (model.variance === "aparch") {
    if (!exponential) throw new Error("the constant of this model needs e^x");
    const step = naturalLog(scale) * (back ? -1 : 1);
    const factor = exponential(values[keys.indexOf("delta")] * step);
    return { value: omega * factor, by: (key) => (key === "omega" ? factor : key === "delta" ? omega * factor * step : 0) };
  }
  const value = back ? omega / (scale * scale) : omega * (scale * scale);
  return { value, by: (key) => (key !== "omega" ? 0 : back ? 1 / (scale * scale) : scale * scale) };
}

/** Reported parameters of returns y as those of scale times y, such as percent instead of fractions with 100: a mean c becomes scale c. */
export const scaledReport = (of: Parametrized, keys: string[], values: ArrayLike<number>, scale: number, kernels: Kernels): number[] =>
  keys.map((key, i) =>
    key === "omega" ? constantAt(of, keys, values, kernels, scale).value : key === "mu" ? values[i] * scale : values[i],
  );

/**
 * Converts parameters of y = (r - mean) / scale to the units of r: the constant of the variance by `constantAt`, and the constant of the
 * mean to scale c + mean (1 - sum of ar). An EWMA reports a single weight, as "decay".
 */
export function report(of: Parametrized, point: NaturalPoint, { mean, scale }: Location, kernels: Kernels): Reported {
  const { keys, values, jacobian } = point;
  const k = of.keys.length;
  const constant = constantAt(of, keys, values, kernels, scale);
  const kept = reportedKeys(of.model, keys, of.keys).map((key) => ({ key, i: keys.indexOf(key === "decay" ? "beta1" : key) }));
  const slopeOf = (key: string, other: string): number => {
    if (key === "omega") return constant.by(other);
    if (key === "mu" && other.startsWith("ar")) return -mean;
    return key !== other ? 0 : key === "mu" ? scale : 1;
  };
  const result = new Float64Array(kept.length * k);
  kept.forEach(({ i }, row) => {
    keys.forEach((other, from) => {
      const slope = slopeOf(keys[i], other);
      if (slope !== 0) for (let j = 0; j < k; j++) result[row * k + j] += slope * jacobian[from * k + j];
    });
  });
  const reportedAt = (key: string, i: number): number =>
    key === "omega" ? constant.value : key === "mu" ? values[i] * scale + mean * (1 - sumOf(keys, values, "ar")) : values[i];
  const reported = kept.map(({ key, i }) => reportedAt(key, i));
  return {
    keys: kept.map(({ key }) => key),
    values: reported,
    jacobian: result,
    gradient: (natural) => {
      const names = kept.map(({ key }) => key);
      const back = names.includes("omega") ? constantAt(of, names, reported, kernels, scale, true) : null;
      const throughConstant = (key: string) => (back ? natural[keys.indexOf("omega")] * back.by(key) : 0);
      return Float64Array.from(kept, ({ key, i }) => {
        if (key === "decay") return natural[i] - natural[keys.indexOf("alpha1")];
        if (key === "omega") return natural[i] / constant.by(key);
        const own = natural[i] / (key === "mu" ? scale : 1) + throughConstant(key);
        return key.startsWith("ar") ? own + (natural[keys.indexOf("mu")] * mean) / scale : own;
      });
    },
  };
}

/** The inverse of `report`: reported values as free parameters; null if their number is wrong. */
export function fromReported(
  of: Parametrized,
  values: ArrayLike<number>,
  { mean, scale }: Location,
  kernels: Kernels,
): Float64Array | null {
  const reported = reportedKeys(of.model, of.naturalKeys, of.keys);
  if (values.length !== reported.length) return null;
  const at = (key: string) => values[reported.indexOf(key)];
  return Float64Array.from(of.keys, (key) => {
    if (key === "mu") return (at(key) - mean * (1 - sumOf(reported, values, "ar"))) / scale;
    if (key === "omega") return constantAt(of, reported, values, kernels, scale, true).value;
    // The free parameter of a GJR is the total weight of a loss.
    return key === "gamma1" && of.model.variance === "gjr" ? at(key) + at("alpha1") : at(key);
  });
}

/** Row-major k x k Jacobian of the free parameters by the reported ones of the same names. @param values the reported ones */
export function freeByReported(of: Parametrized, values: ArrayLike<number>, { mean, scale }: Location, kernels: Kernels): Float64Array {
  const { keys } = of;
  const k = keys.length;
  const slopes = new Float64Array(k * k);
  const constant = keys.includes("omega") ? constantAt(of, keys, values, kernels, scale, true) : null;
  keys.forEach((key, i) => {
    keys.forEach((other, j) => {
      if (key === "omega") slopes[i * k + j] = constant?.by(other) ?? 0;
      else if (key === "mu" && other.startsWith("ar")) slopes[i * k + j] = mean / scale;
      else if (key === other) slopes[i * k + j] = key === "mu" ? 1 / scale : 1;
    });
    if (key === "gamma1" && of.model.variance === "gjr") slopes[i * k + keys.indexOf("alpha1")] = 1;
  });
  return slopes;
}
