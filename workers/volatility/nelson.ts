import { nelsonProductBlock, nelsonSumBlock } from "../../assembly/build/volatility-layouts.js";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { KeptFit } from "./garch-model";
import { distributionCode } from "./likelihoods/garch-state";

/** Top Lyapunov exponent of the variance recursion: mean log growth of a volatility shock per step (Nelson 1990; Bougerol and Picard 1992). */
export interface NelsonExponent {
  exponent: number;
  /** Standard error: of a mean for (1,1), from the means of batches for higher orders. */
  error: number;
  /** The same as an integral over the fitted density; for (1,1) only. */
  integral: number | null;
}

export function nelsonExponent(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { model, parameters, n }: Pick<KeptFit, "model" | "parameters" | "n">,
  residuals: number,
): NelsonExponent {
  const { arena } = context;
  const { alpha, beta, nu, lambda } = parameters;
  const gamma = parameters.gamma[0] ?? 0;
  if (model.p === 1 && model.q === 1) {
    const [sum, squares] = arena.scope(() => {
      const sums = arena.put(new Float64Array(2));
      const terms = arena.block(nelsonSumBlock, { residuals, alpha: alpha[0], gamma, beta: beta[0], sums });
      inChunks(context, n, CHUNK, (from, to) => kernels.nelsonSum(terms, from, to));
      return arena.view(sums, 2).slice();
    });
    const exponent = sum / n;
    const integral = kernels.nelsonIntegral(alpha[0], gamma, beta[0], distributionCode[model.distribution], nu ?? 0, lambda ?? 0);
    return { exponent, error: Math.sqrt(Math.max(squares / n - exponent ** 2, 0) / (n - 1)), integral };
  }
  const batch = Math.ceil(Math.sqrt(n));
  const means: number[] = [];
  let total = 0;
  arena.scope(() => {
    const gammas = alpha.map((_, i) => parameters.gamma[i] ?? 0);
    const weights = arena.put(Float64Array.of(...alpha, ...beta, ...gammas));
    const vector = arena.put(new Float64Array(model.p + model.q - 1).fill(1));
    const terms = arena.block(nelsonProductBlock, { residuals, weights, p: model.p, q: model.q, vector });
    inChunks(context, n, batch, (from, to) => {
      const growth = kernels.nelsonProduct(terms, from, to);
      total += growth;
      if (to - from === batch) means.push(growth / batch);
    });
  });
  const exponent = total / n;
  const spread = means.reduce((sum, mean) => sum + (mean - exponent) ** 2, 0);
  return { exponent, error: Math.sqrt(spread / (means.length * (means.length - 1))), integral: null };
}
