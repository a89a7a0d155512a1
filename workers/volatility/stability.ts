import type { Count } from "../contract";
import { invertPositive } from "../numerics/linear-algebra";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { KeptFit } from "./garch-model";
import { scoreHistory } from "./score-history";

/** A test statistic, its critical values, and its p-value. */
interface StabilityStatistic {
  statistic: number;
  /** Critical values: exceeded with these probabilities if the parameters are constant. */
  critical: { tenPercent: number; fivePercent: number; onePercent: number };
  p: number;
}

export interface ParameterStability {
  /** Joint test of all `parameters`; null if their scores are collinear. */
  joint: StabilityStatistic | null;
  /** In the order of the estimates; parameters without a zero score (at a bound, or with the persistence constrained to 1) are omitted. */
  parameters: (StabilityStatistic & { key: string })[];
  /** Keys of the parameters omitted. */
  leftOut: string[];
  /** Number of returns with scores. */
  n: Count;
}

/** 10, 5 and 1% critical values for 1, 2, … parameters, computed from the limit distribution: Hansen's (1990) table is simulated. */
const CRITICAL: [number, number, number][] = [
  [0.3473, 0.46136, 0.74346],
  [0.60704, 0.74752, 1.07366],
  [0.84116, 1.00018, 1.3586],
  [1.06311, 1.2373, 1.62263],
  [1.27769, 1.46506, 1.874],
  [1.4872, 1.68639, 2.11667],
  [1.69298, 1.90299, 2.35287],
  [1.89585, 2.11588, 2.58403],
  [2.09637, 2.32581, 2.81111],
  [2.29495, 2.53326, 3.0348],
  [2.49189, 2.73862, 3.25561],
  [2.68741, 2.94219, 3.47395],
  [2.8817, 3.14419, 3.69013],
  [3.07491, 3.3448, 3.90439],
  [3.26715, 3.54419, 4.11695],
  [3.45851, 3.74246, 4.32798],
  [3.64909, 3.93974, 4.53761],
  [3.83896, 4.1361, 4.74598],
  [4.02817, 4.33162, 4.95319],
  [4.21678, 4.52638, 5.15933],
  [4.40483, 4.72043, 5.36448],
  [4.59236, 4.91382, 5.56872],
  [4.77941, 5.10659, 5.7721],
  [4.96602, 5.2988, 5.97468],
];
/** A summed score above this share of its standard deviation is not at a maximum. */
const FLAT = 0.1;

/**
 * Nyblom's test that the parameters of a fitted model are constant over the sample, individually and jointly.
 * @term Parameter stability (Nyblom)
 * @formula L = (1/n) sum over t of S[t]' V^-1 S[t], S[t] = s[1] + .. + s[t], V = sum of s[t] s[t]', s[t] = d ln f(r[t]) / d theta; for one
 * parameter: its elements of S and V
 * @source Nyblom 1989; Hansen 1990; p-values by the exact limit distribution (MacNeill 1978)
 * @tolerance statistics within 1e-6 of differences of the log-likelihood in NumPy on DEM/GBP
 */
export function parameterStability(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  fit: Pick<KeptFit, "model" | "parameters">,
  returns: Float64Array,
): ParameterStability | null {
  const found = scoreHistory(context, kernels, fit, returns);
  if (!found) return null;
  const { keys, n, history } = found;
  const { total, scores, running } = history;
  const k = keys.length;
  const judge = (statistic: number, count: Count): StabilityStatistic => {
    const [tenPercent, fivePercent, onePercent] = CRITICAL[count - 1];
    return { statistic, critical: { tenPercent, fivePercent, onePercent }, p: kernels.nyblomTail(statistic, count) };
  };
  const isFlat = (i: number) => scores[i * k + i] > 0 && total[i] * total[i] < FLAT * FLAT * scores[i * k + i];
  const kept = keys.flatMap((_, i) => (isFlat(i) ? [i] : []));
  const part = (matrix: Float64Array) => Float64Array.from(kept.flatMap((a) => kept.map((b) => matrix[a * k + b])));
  const m = kept.length;
  const inverse = m > 0 ? invertPositive(part(scores), m) : null;
  const joint = inverse && part(running).reduce((sum, value, i) => sum + value * inverse[i], 0) / n;
  return {
    joint: joint === null ? null : judge(joint, m),
    parameters: kept.map((i) => ({ key: keys[i], ...judge(running[i * k + i] / (n * scores[i * k + i]), 1) })),
    leftOut: keys.filter((_, i) => !isFlat(i)),
    n,
  };
}
