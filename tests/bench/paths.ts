import type { JobContext } from "../../workers/runtime/job";
import type { Distribution } from "../../workers/volatility/garch-model";
import { distributionCode } from "../../workers/volatility/likelihoods/garch-state";

/** A seeded positive price path, identical in every engine and run. */
export function pricePath(length: number, seed = 1): Float64Array {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const prices = new Float64Array(length);
  let price = 100;
  for (let index = 0; index < length; index++) {
    const shock = (uniform() + uniform() + uniform() - 1.5) * 0.02;
    price *= 1 + shock + 1e-4 * (1 - price / 100);
    prices[index] = price;
  }
  return prices;
}

const TRUE_MODEL = { mu: 0.03, omega: 0.02, alpha: 0.08, beta: 0.9, nu: 7, lambda: -0.1 };

/** Seeded percent returns from a GARCH(1,1). */
export function garchReturns({ kernels, arena }: JobContext, length: number, distribution: Distribution, seed = 1): Float64Array {
  const { mu, omega, alpha, beta, nu, lambda } = TRUE_MODEL;
  return arena.scope(() => {
    const state = arena.take(8);
    const out = arena.take(length);
    kernels.rngSeed(state, seed);
    kernels.drawInnovations(state, out, length, distributionCode[distribution], nu, lambda);
    const returns = arena.view(out, length).slice();
    let variance = omega / (1 - alpha - beta);
    for (let t = 0; t < length; t++) {
      const shock = Math.sqrt(variance) * returns[t];
      returns[t] = mu + shock;
      variance = omega + alpha * shock * shock + beta * variance;
    }
    return returns;
  });
}
