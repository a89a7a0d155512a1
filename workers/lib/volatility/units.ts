import type { Kernels } from "../../wasm/kernels";
import type { GarchModel } from "../garch-model";
import { multiply, transpose } from "../linear-algebra";

/** How parameters of the standardised series become those of the returns, with the derivatives of the change and of the way back. */
export interface Units {
  values: number[];
  /** Row-major k x k: d value[i] / d theta[j]. */
  jacobian: Float64Array;
  /** Row-major k x k: d theta[i] / d value[j]. */
  inverse: Float64Array;
}

/**
 * r = mean + scale y. The constant of a mean grows with the scale and leaves its weights of past returns their share of the mean, a variance with its square; the logarithm of a variance is shifted by 2 ln(scale),
 * of which the betas of an EGARCH carry their share.
 */
export function toUnits(
  kernels: Kernels,
  { variance }: Pick<GarchModel, "variance">,
  keys: string[],
  theta: ArrayLike<number>,
  mean: number,
  scale: number,
): Units {
  const k = keys.length;
  const jacobian = new Float64Array(k * k);
  const inverse = new Float64Array(k * k);
  const shift = 2 * kernels.naturalLog(scale);
  const logarithmic = variance === "egarch";
  const persistence = keys.reduce((sum, key, i) => (key.startsWith("beta") ? sum + theta[i] : sum), 0);
  const carried = keys.reduce((sum, key, i) => (key.startsWith("ar") ? sum + theta[i] : sum), 0);
  const values = keys.map((key, i) => {
    const factor = key === "mu" ? scale : key === "omega" && !logarithmic ? scale * scale : 1;
    jacobian[i * k + i] = factor;
    inverse[i * k + i] = 1 / factor;
    if (key === "mu") {
      keys.forEach((other, j) => {
        if (!other.startsWith("ar")) return;
        jacobian[i * k + j] = -mean;
        inverse[i * k + j] = mean / scale;
      });
      return theta[i] * factor + mean * (1 - carried);
    }
    if (key !== "omega" || !logarithmic) return theta[i] * factor;
    keys.forEach((other, j) => {
      if (!other.startsWith("beta")) return;
      jacobian[i * k + j] = -shift;
      inverse[i * k + j] = shift;
    });
    return theta[i] + shift * (1 - persistence);
  });
  return { values, jacobian, inverse };
}

/** The way back: parameters of the standardised series from those of the returns. */
export function fromUnits(
  kernels: Kernels,
  { variance }: Pick<GarchModel, "variance">,
  keys: string[],
  values: ArrayLike<number>,
  mean: number,
  scale: number,
): Float64Array {
  const persistence = keys.reduce((sum, key, i) => (key.startsWith("beta") ? sum + values[i] : sum), 0);
  const carried = keys.reduce((sum, key, i) => (key.startsWith("ar") ? sum + values[i] : sum), 0);
  return Float64Array.from(keys, (key, i) => {
    if (key === "mu") return (values[i] - mean * (1 - carried)) / scale;
    if (key !== "omega") return values[i];
    return variance === "egarch" ? values[i] - 2 * kernels.naturalLog(scale) * (1 - persistence) : values[i] / (scale * scale);
  });
}

/** J C J' */
export function carry(matrix: Float64Array | null, jacobian: Float64Array, k: number): Float64Array | null {
  return matrix && multiply(multiply(jacobian, matrix, k, k, k), transpose(jacobian, k, k), k, k, k);
}
