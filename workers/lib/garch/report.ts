import { multiply } from "../linear-algebra";

/** The kernels' parameters at a point in standardised units, with their derivatives by the free ones. */
export interface NaturalPoint {
  keys: string[];
  values: Float64Array;
  /** Row-major, a row to a key. */
  jacobian: Float64Array;
}

/** Parameters in the units of the returns, as they are reported. */
export interface Reported {
  keys: string[];
  values: number[];
  /** Row-major: derivatives by the free parameters. */
  jacobian: Float64Array;
  /** Turns a gradient by the kernels' parameters into one by the reported ones. */
  gradient(natural: Float64Array): Float64Array;
}

/** Names of the reported parameters: the kernels', but of an EWMA one weight as "decay", and only where it is free. */
export function reportedKeys(natural: string[], free: string[], smoothed: boolean): string[] {
  if (!smoothed) return natural;
  return natural
    .filter((key) => key !== "alpha1" && (key !== "beta1" || free.includes("decay")))
    .map((key) => (key === "beta1" ? "decay" : key));
}

/** The way back from `report`: reported values as free parameters; null where their number is another. */
export function fromEstimates(
  reported: string[],
  free: string[],
  values: number[],
  { mean, scale }: { mean: number; scale: number },
): Float64Array | null {
  if (values.length !== reported.length) return null;
  const at = (key: string) => values[reported.indexOf(key)];
  const carried = reported.reduce((sum, key, i) => (key.startsWith("ar") ? sum + values[i] : sum), 0);
  return Float64Array.from(free, (key) => {
    if (key === "mu") return (at(key) - mean * (1 - carried)) / scale;
    if (key === "omega") return at(key) / (scale * scale);
    // The free parameter is the whole weight of a loss.
    return key === "gamma1" ? at(key) + at("alpha1") : at(key);
  });
}

/**
 * Brings parameters of y = (r - mean) / scale to the units of r: omega grows with scale^2, and the constant of the mean becomes
 * scale c + mean (1 - sum of ar). Of an EWMA the one weight is reported, as "decay" and only where it is free.
 */
export function report({ keys, values, jacobian }: NaturalPoint, free: string[], mean: number, scale: number, smoothed: boolean): Reported {
  const k = free.length;
  const lags = keys.filter((key) => key.startsWith("ar")).map((key) => keys.indexOf(key));
  const kept = reportedKeys(keys, free, smoothed).map((key) => ({ key, i: keys.indexOf(key === "decay" ? "beta1" : key) }));
  const factor = (key: string) => (key === "mu" ? scale : key === "omega" ? scale * scale : 1);
  const result = new Float64Array(kept.length * k);
  kept.forEach(({ key, i }, row) => {
    for (let j = 0; j < k; j++) {
      let slope = factor(key) * jacobian[i * k + j];
      if (key === "mu") for (const lag of lags) slope -= mean * jacobian[lag * k + j];
      result[row * k + j] = slope;
    }
  });
  const carried = lags.reduce((total, lag) => total + values[lag], 0);
  return {
    keys: kept.map(({ key }) => key),
    values: kept.map(({ key, i }) => values[i] * factor(key) + (key === "mu" ? mean * (1 - carried) : 0)),
    jacobian: result,
    gradient: (natural) =>
      Float64Array.from(kept, ({ key, i }) => {
        if (key === "decay") return natural[i] - natural[keys.indexOf("alpha1")];
        const own = natural[i] / factor(key);
        return key.startsWith("ar") ? own + (natural[0] * mean) / scale : own;
      }),
  };
}

/** J C J' */
export function carryOver(matrix: Float64Array | null, jacobian: Float64Array, k: number): Float64Array | null {
  if (!matrix) return null;
  const m = k === 0 ? 0 : jacobian.length / k;
  const half = multiply(jacobian, matrix, m, k, k);
  const result = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) for (let l = 0; l < k; l++) result[i * m + j] += half[i * k + l] * jacobian[j * k + l];
  }
  return result;
}
