import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { ChaosKernels } from "./neighbors";

/** How much more the market moves after a loss than after a gain. */
export interface LossAsymmetry {
  /** Mean magnitude of the next step after a loss relative to that after a gain: above 1 the market reacts more strongly to losses. */
  ratio: number;
  /** Welch's statistic of the difference; null if magnitudes do not vary. */
  t: number | null;
  afterLosses: { mean: number; count: Count };
  afterGains: { mean: number; count: Count };
  /** Measure of magnitude: the bar's range ln(high / low), or |return| if there are no highs and lows. */
  size: "range" | "return";
}

const MIN_MOVES = 10;

/**
 * Asymmetry of the response to losses and gains.
 * @term Loss asymmetry
 * @formula mean of ln(H / L) of the next bar after r < 0, over the same after r > 0; |r| of the next bar without highs and lows
 * @source Black (1976); Parkinson (1980); Engle and Ng (1993), read as loss aversion by Hens and Steude (2009)
 * @tolerance S&P 500 1999-2018, |r|: 1.2223 to all digits given; plain sums, 1e-12
 * @param returns address of n returns; highs and lows: addresses of n + 1 values each, or 0
 * @returns null if either side has fewer than 10 steps, or gains are followed by no movement
 */
export function lossAsymmetry(
  context: JobContext,
  chaos: ChaosKernels,
  returns: number,
  n: Count,
  highs: number,
  lows: number,
): LossAsymmetry | null {
  const { arena } = context;
  return arena.scope(() => {
    const sums = arena.put(new Float64Array(6));
    inChunks(context, n - 1, CHUNK, (from, to) => chaos.rangeAsymmetry(returns, highs, lows, from, to, sums));
    const [losses, lossSum, lossSquares, gains, gainSum, gainSquares] = arena.view(sums, 6);
    if (losses < MIN_MOVES || gains < MIN_MOVES || !(gainSum > 0)) return null;
    const [afterLoss, afterGain] = [lossSum / losses, gainSum / gains];
    const squaredError = (count: number, sum: number, squares: number) => Math.max(squares - sum * (sum / count), 0) / (count - 1) / count;
    const error = Math.sqrt(squaredError(losses, lossSum, lossSquares) + squaredError(gains, gainSum, gainSquares));
    return {
      ratio: afterLoss / afterGain,
      t: error > 0 ? (afterLoss - afterGain) / error : null,
      afterLosses: { mean: afterLoss, count: losses },
      afterGains: { mean: afterGain, count: gains },
      size: highs === 0 ? "return" : "range",
    };
  });
}
