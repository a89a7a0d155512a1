import { crossSectionBlock } from "../../assembly/build/factors-layouts.js";
import type { Count, Fraction } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";

/** Minimum number of assets per date for a correlation. */
const MIN_ASSETS = 3;
/** Comparisons per call. */
const BUDGET = 1_000_000;

/** Columns in the arena, n values per asset, asset after asset. */
interface AssetColumns {
  factor: number;
  /** Forward returns. */
  forward: number;
  n: Count;
  assets: Count;
}

/** Output of the kernel of that name for a factor: n values each; `percent` n per asset. */
export interface CrossSection {
  ic: number;
  spread: number;
  renewal: number;
  steadiness: number;
  percent: number;
}

/** A factor across assets, date by date, in a scope of the arena. @param top fraction of the assets held long, and of those held short */
export function crossSectionAt(
  context: JobContext,
  kernels: FactorKernels,
  { factor, forward, n, assets }: AssetColumns,
  top: Fraction,
): CrossSection {
  const { arena } = context;
  const scratch = arena.take(7 * assets);
  const percent = arena.take(n * assets);
  const [ic, spread, renewal, steadiness] = [arena.take(n), arena.take(n), arena.take(n), arena.take(n)];
  const found = { percent, ic, spread, renewal, steadiness };
  const block = arena.block(crossSectionBlock, { factor, forward, n, assets, least: MIN_ASSETS, top, scratch, ...found });
  const chunk = Math.max(1, Math.floor(BUDGET / (4 * assets * assets)));
  inChunks(context, n, chunk, (from, to) => kernels.crossSection(block, from, to));
  return found;
}
