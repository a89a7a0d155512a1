import { type Fraction, VALUE_BYTES } from "../contract";
import { fitRegimes, REGIME_SEED, type RegimeColumn, RegimePasses } from "../regimes";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { SWITCH_WINDOW } from "./constants";

/** Newest returns the regimes are fitted to: what happened before tells little about the last five steps. */
const REACH = 5000;

/**
 * Probability that the market has switched regime within the last five steps.
 * @term Regime switch probability
 * @formula p(1 - q) + (1 - p) q; p and q the filtered probabilities of the first of two Gaussian regimes, now and five steps ago
 * @source Hamilton (1989), Econometrica 57, 357-384, for the filter
 * @tolerance exact given the filtered probabilities, which match statsmodels within 1e-9
 * @returns null where the returns do not tell regimes
 */
export function regimeSwitch(context: JobContext, kernels: KernelsOf<"regimes">, { address, n }: RegimeColumn): Fraction | null {
  return context.arena.scope(() => {
    const length = Math.min(n, REACH);
    const column = { address: address + (n - length) * VALUE_BYTES, n: length };
    const found = fitRegimes(context, kernels, column, { states: [2], seed: REGIME_SEED });
    if (!found) return null;
    const [{ model }] = found.fits;
    const firstAt = (until: number) =>
      context.arena.scope(() => new RegimePasses(context, kernels, { ...column, n: until }, 2).last(model)[0]);
    const [now, before] = [firstAt(length), firstAt(length - SWITCH_WINDOW)];
    const chance = now * (1 - before) + (1 - now) * before;
    return Number.isFinite(chance) ? chance : null;
  });
}
