import type { Kernels } from "../runtime/wasm/kernels";
import type { StandardizedSeries } from "../series";
import type { GarchModel } from "./garch-model";

/** The parameters a model is written in at a point in standardized units, with their derivatives by the free ones. */
export interface NaturalPoint {
  keys: string[];
  values: Float64Array;
  /** Row-major, a row to a key. */
  jacobian: Float64Array;
}

/** A point whose free parameters are those the model is written in. */
export function freePoint(keys: string[], values: Float64Array): NaturalPoint {
  const k = keys.length;
  const jacobian = new Float64Array(k * k);
  for (let i = 0; i < k; i++) jacobian[i * (k + 1)] = 1;
  return { keys, values, jacobian };
}

/** Parameters in the units of the returns, as they are reported. */
export interface Reported {
  keys: string[];
  values: number[];
  /** Row-major: derivatives by the free parameters. */
  jacobian: Float64Array;
  /** Turns a gradient by the natural parameters into one by the reported ones. */
  gradient(natural: Float64Array): Float64Array;
}

type Variance = Pick<GarchModel, "variance">;
/** A model with the names of the parameters it is written in, and of the free ones. */
interface Parametrized {
  model: Variance;
  naturalKeys: string[];
  keys: string[];
}
type Location = Pick<StandardizedSeries, "mean" | "scale">;

/** Names of the reported parameters: the natural ones, but of an EWMA one weight as "decay", and only where it is free. */
export function reportedKeys({ variance }: Variance, natural: string[], free: string[]): string[] {
  if (variance !== "ewma") return natural;
  return natural
    .filter((key) => key !== "alpha1" && (key !== "beta1" || free.includes("decay")))
    .map((key) => (key === "beta1" ? "decay" : key));
}

/** Whether a parameter is the constant of the logarithm of a variance. */
const isShifted = ({ variance }: Variance, key: string): boolean => variance === "egarch" && key === "omega";

/** What a parameter of the standardized series is multiplied by; the logarithm of a variance is shifted instead. */
const factorOf = (model: Variance, key: string, scale: number): number =>
  key === "mu" ? scale : key === "omega" && !isShifted(model, key) ? scale * scale : 1;

const sumOf = (keys: string[], values: ArrayLike<number>, name: string): number =>
  keys.reduce((sum, key, i) => (key.startsWith(name) ? sum + values[i] : sum), 0);

/** Shift of the logarithm of a variance, of which the betas of an EGARCH carry their share; 0 for the others. */
const shiftOf = ({ variance }: Variance, { naturalLog }: Kernels, scale: number): number =>
  variance === "egarch" ? 2 * naturalLog(scale) : 0;

/** A parameter of returns y for returns scale y; the keys and values are those of the whole model. */
function scaled(model: Variance, keys: string[], values: ArrayLike<number>, i: number, scale: number, kernels: Kernels): number {
  const key = keys[i];
  const own = values[i] * factorOf(model, key, scale);
  return isShifted(model, key) ? own + shiftOf(model, kernels, scale) * (1 - sumOf(keys, values, "beta")) : own;
}

/** Reported parameters of returns y as those of returns scale y, such as percent of fractions with 100: a mean c becomes scale c. */
export const scaledReport = (model: Variance, keys: string[], values: ArrayLike<number>, scale: number, kernels: Kernels): number[] =>
  keys.map((_, i) => scaled(model, keys, values, i, scale, kernels));

/**
 * Brings parameters of y = (r - mean) / scale to the units of r: omega grows with scale^2 (its logarithm by 2 ln(scale) less what the betas
 * carry), and the constant of the mean becomes scale c + mean (1 - sum of ar). Of an EWMA the one weight is reported, as "decay".
 */
export function report(model: Variance, point: NaturalPoint, free: string[], { mean, scale }: Location, kernels: Kernels): Reported {
  const { keys, values, jacobian } = point;
  const k = free.length;
  const shift = shiftOf(model, kernels, scale);
  const placesOf = (name: string) => keys.flatMap((key, i) => (key.startsWith(name) ? [i] : []));
  const kept = reportedKeys(model, keys, free).map((key) => ({ key, i: keys.indexOf(key === "decay" ? "beta1" : key) }));
  const result = new Float64Array(kept.length * k);
  kept.forEach(({ key, i }, row) => {
    for (let j = 0; j < k; j++) {
      let slope = factorOf(model, key, scale) * jacobian[i * k + j];
      if (key === "mu") for (const lag of placesOf("ar")) slope -= mean * jacobian[lag * k + j];
      if (isShifted(model, key)) for (const lag of placesOf("beta")) slope -= shift * jacobian[lag * k + j];
      result[row * k + j] = slope;
    }
  });
  const reportedAt = (key: string, i: number): number => {
    const own = scaled(model, keys, values, i, scale, kernels);
    return key === "mu" ? own + mean * (1 - sumOf(keys, values, "ar")) : own;
  };
  return {
    keys: kept.map(({ key }) => key),
    values: kept.map(({ key, i }) => reportedAt(key, i)),
    jacobian: result,
    gradient: (natural) =>
      Float64Array.from(kept, ({ key, i }) => {
        if (key === "decay") return natural[i] - natural[keys.indexOf("alpha1")];
        const own = natural[i] / factorOf(model, key, scale);
        if (key.startsWith("ar")) return own + (natural[keys.indexOf("mu")] * mean) / scale;
        return key.startsWith("beta") && shift !== 0 ? own + natural[keys.indexOf("omega")] * shift : own;
      }),
  };
}

/** The way back from `report`: reported values as free parameters; null where their number is another. */
export function fromReported(
  { model, naturalKeys, keys: free }: Parametrized,
  values: ArrayLike<number>,
  { mean, scale }: Location,
  kernels: Kernels,
): Float64Array | null {
  const reported = reportedKeys(model, naturalKeys, free);
  if (values.length !== reported.length) return null;
  const at = (key: string) => values[reported.indexOf(key)];
  const shift = shiftOf(model, kernels, scale);
  return Float64Array.from(free, (key) => {
    if (key === "mu") return (at(key) - mean * (1 - sumOf(reported, values, "ar"))) / scale;
    if (key === "omega") return isShifted(model, key) ? at(key) - shift * (1 - sumOf(reported, values, "beta")) : at(key) / (scale * scale);
    // The free parameter of a GJR is the whole weight of a loss.
    return key === "gamma1" && model.variance === "gjr" ? at(key) + at("alpha1") : at(key);
  });
}

/** Row-major k x k: derivatives of the free parameters by the reported ones of the same names. */
export function freeByReported(model: Variance, keys: string[], { mean, scale }: Location, kernels: Kernels): Float64Array {
  const k = keys.length;
  const shift = shiftOf(model, kernels, scale);
  const slopes = new Float64Array(k * k);
  keys.forEach((key, i) => {
    slopes[i * k + i] = 1 / factorOf(model, key, scale);
    keys.forEach((other, j) => {
      if (key === "mu" && other.startsWith("ar")) slopes[i * k + j] = mean / scale;
      if (key === "omega" && other.startsWith("beta") && shift !== 0) slopes[i * k + j] = shift;
    });
    if (key === "gamma1" && model.variance === "gjr") slopes[i * k + keys.indexOf("alpha1")] = 1;
  });
  return slopes;
}
