import { rowSumsBlock, stationaryVarianceBlock, superiorAbilityBlock } from "../../assembly/build/validation-layouts.js";
import type { Count, Fraction } from "../contract";
import { Canceled, inChunks, type JobContext } from "../runtime/job";
import type { ValidationKernels } from "./overfitting";
import type { Strategies } from "./strategies";

export interface SuperiorAbility {
  /** Largest studentized mean outperformance, and the index of its strategy. */
  statistic: number;
  best: Count;
  /** p-values under the null that no strategy beats the benchmark: Hansen's three, of which the consistent one should be used. */
  pLower: Fraction;
  pConsistent: Fraction;
  pUpper: Fraction;
  /** White's reality check: not studentized, with all strategies. */
  pReality: Fraction;
  /** Number of resamples: fewer than requested if the user canceled. */
  replicates: Count;
  block: number;
}

const CHUNK = 1 << 14;
/** Four times the values summed per call at random addresses: about a millisecond, or two before the engine has optimized the kernels. */
const BUDGET = 500_000;

/** The stationary-bootstrap standard deviation of each column's mean, 0 if it does not vary. Call it inside an arena scope. */
function meanDeviations({ arena }: JobContext, validation: ValidationKernels, all: Strategies, q: Fraction): number[] {
  const { n } = all;
  const state = arena.take(3);
  return all.shapes.map(({ mean, deviation }, k) => {
    if (!(deviation > 0)) return 0;
    const column = all.columns + k * all.stride;
    validation.stationaryVarianceStart(column, mean, n, q, state);
    const parameters = arena.block(stationaryVarianceBlock, { values: column, mean, n, q, state });
    for (let to = n; to > 0; to -= CHUNK) validation.stationaryVariance(parameters, Math.max(0, to - CHUNK), to);
    // Strong mean reversion can make an estimate non-positive: the variance of independent draws is then used.
    const variance = arena.view(state, 3)[2] / n;
    return Math.sqrt(variance > 0 ? variance : deviation * deviation);
  });
}

/**
 * Test for superior predictive ability over a benchmark; null if no strategy's outperformance varies.
 *
 * @term Superior predictive ability (SPA)
 * @formula T = max(0, max over k of (sqrt(n) d_k / w_k)), d_k mean outperformance, w_k^2 its stationary-bootstrap variance; p = (1 + #{T*
 * >= T}) / (B + 1); consistent: d*_k - d_k where d_k >= -w_k sqrt(2 ln ln n / n), else d*_k; lower: d*_k - max(d_k, 0); upper: d*_k - d_k
 * @source Hansen 2005; White 2000
 * @tolerance the replicates within 1e-12 of resampling row by row; variance 1e-12 against the sum over lags
 * @param all columns of returns compared with `target`, or of returns in excess of the benchmark's with the target 0
 */
export function testSuperiorAbility(
  context: JobContext,
  validation: ValidationKernels,
  all: Strategies,
  { block, replicates, seed }: { block: number; replicates: Count; seed: number },
): SuperiorAbility | null {
  const { arena, kernels } = context;
  const { n } = all;
  const count = all.names.length;
  const width = count + (count % 2);
  const q = 1 - 1 / Math.max(1, block);
  return arena.scope(() => {
    const deviations = meanDeviations(context, validation, all, q);
    const root = Math.sqrt(n);
    const excess = all.shapes.map(({ mean }) => mean - all.target);
    const scores = excess.map((mean, k) => (deviations[k] > 0 ? (root * mean) / deviations[k] : Number.NEGATIVE_INFINITY));
    const best = scores.indexOf(Math.max(...scores));
    if (!Number.isFinite(scores[best])) return null;
    const statistic = Math.max(0, scores[best]);
    const reality = root * Math.max(...excess.filter((_, k) => deviations[k] > 0));

    const scales = arena.put(new Float64Array(width));
    const offsets = arena.put(new Float64Array(2 * width));
    const far = n > 2 ? Math.sqrt(2 * Math.max(0, kernels.naturalLog(kernels.naturalLog(n)))) : 0;
    for (const [k, mean] of excess.entries()) {
      if (!(deviations[k] > 0)) continue;
      arena.view(scales, width)[k] = root / deviations[k];
      arena.view(offsets, 2 * width)[k] = Math.min(mean, 0);
      arena.view(offsets, 2 * width)[width + k] = scores[k] >= -far ? 0 : mean;
    }
    const means = arena.put(Float64Array.from(all.shapes, ({ mean }) => mean));
    const sums = arena.take((n + 1) * width);
    const outperformance = arena.block(rowSumsBlock, { columns: all.columns, stride: all.stride, means, count, width, sums });
    inChunks(context, n, Math.max(64, Math.floor(BUDGET / (4 * width))), (from, to) => validation.rowSums(outperformance, from, to));
    const [stream, partial, out] = [arena.takeBytes(32), arena.put(new Float64Array(width + 2)), arena.take(4 * replicates)];
    validation.rngSeed(stream, seed);
    const most = Math.max(1, Math.floor(BUDGET / (4 * width)));
    const resampling = arena.block(superiorAbilityBlock, {
      stream,
      kind: 1,
      blockLength: block,
      n,
      width,
      sums,
      scales,
      offsets,
      most,
      state: partial,
      out,
    });
    let done = 0;
    try {
      while (done < replicates) {
        context.checkpoint();
        done = validation.superiorAbility(resampling, done, replicates);
        context.progress(done / replicates, "Testing superiority");
      }
    } catch (error) {
      // Each resample is valid without later ones. The run knows whether a partial result is wanted; otherwise it ends here.
      if (!(error instanceof Canceled) || done === 0) throw error;
    }
    const drawn = arena.view(out, 4 * done);
    const share = (column: number, limit: number) => {
      let above = 1;
      for (let r = 0; r < done; r++) if (drawn[4 * r + column] >= limit) above++;
      return above / (done + 1);
    };
    return {
      statistic,
      best,
      pLower: share(0, statistic),
      pConsistent: share(1, statistic),
      pUpper: share(2, statistic),
      pReality: share(3, reality),
      replicates: done,
      block,
    };
  });
}
