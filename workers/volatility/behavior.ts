import { prospectBlock } from "../../assembly/build/volatility-layouts.js";
import type { Count } from "../contract";
import { describeAt } from "../numerics/describe";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { BehaviorSettings } from "./schema";

export interface Behavior extends BehaviorSettings {
  /** Mean and standard deviation (n - 1) of the prospect value of each step. */
  utilityMean: number;
  utilityDeviation: number;
  /**
   * Loss aversion at which the mean value is zero: an investor with higher loss aversion would not hold the asset; null without any loss.
   */
  breakEvenLossAversion: number | null;
  /** Mean return less riskAversion / 2 times the variance, per year, as a fraction. */
  certaintyEquivalent: number;
  /** Share of steps above their reference. */
  gains: number;
  n: Count;
}

/** Curvature of Tversky and Kahneman (1992). */
const EXPONENT = 0.88;
const CHUNK = 32_768;

/**
 * Value of the returns under prospect theory, and under mean-variance utility.
 * @param returns address of the column
 * @param scale factor that converts the returns to fractions
 */
export function behaviorOf(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { address, n, scale, annualization }: { address: number; n: Count; scale: number; annualization: number },
  settings: BehaviorSettings,
): Behavior {
  const { arena } = context;
  const { riskAversion, lossAversion, referenceWindow } = settings;
  return arena.scope(() => {
    const values = arena.take(n);
    const sums = arena.put(new Float64Array(3));
    const about = { window: referenceWindow, scale, exponent: EXPONENT, lossAversion };
    const prospect = arena.block(prospectBlock, { returns: address, ...about, out: values, sums });
    inChunks(context, n, CHUNK, (from, to) => kernels.prospectValues(prospect, from, to));
    const [gained, lost, gains] = arena.view(sums, 3);
    const counted = n - referenceWindow;
    const value = describeAt(context, values, 0, counted);
    const plain = describeAt(context, address, 0, n);
    const mean = (plain.mean ?? 0) * scale;
    const variance = ((plain.deviation ?? 0) * scale) ** 2;
    return {
      ...settings,
      utilityMean: value.mean ?? 0,
      utilityDeviation: value.deviation ?? 0,
      breakEvenLossAversion: lost > 0 ? gained / lost : null,
      certaintyEquivalent: annualization * (mean - 0.5 * riskAversion * variance),
      gains: gains / counted,
      n: counted,
    };
  });
}
