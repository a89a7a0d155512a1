import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { inParallel } from "../runtime/parallel";
import type { LongMemory } from "../structure";
import { candidatesOf } from "./candidates";
import type { KeptFit, VarianceModel } from "./garch-model";
import type { fitCandidate } from "./parts/fit-candidate";
import { DEFAULT_FIT_OPTIONS } from "./search";

/** Maximum sample for the comparison, the newest returns: a fit with a thousand lags takes a second for these. */
const MAX_RETURNS = 5000;
/** Standard errors on either side of a 95% interval. */
export const TWO_SIDED = 1.96;
const VARIANCES: VarianceModel[] = ["garch", "figarch", "har"];

/** Long-memory models compared with GARCH(1,1), on the same returns and with the same mean and density. */
export interface MemoryModels {
  /** Number of newest returns the models were fitted to. */
  n: Count;
  /** BIC of GARCH(1,1). */
  garch: number;
  /** The better of FIGARCH(1,d,1) and HAR(1,5,22). */
  best: { variance: "figarch" | "har"; bic: number };
}

/** Whether the lower 95% bound of d is above 0. */
export const hasLongMemory = (memory: LongMemory | null): memory is LongMemory =>
  memory !== null && memory.d - TWO_SIDED * memory.error > 0;

/**
 * Compares FIGARCH and HAR with GARCH(1,1) by the Bayesian information criterion: a persistence near 1 alone does not imply long memory.
 * @returns null if GARCH or both others could not be fitted
 * @source Baillie, Bollerslev and Mikkelsen (1996); Corsi (2009); Schwarz (1978)
 */
export async function compareMemory(context: JobContext, { model }: KeptFit, returns: Float64Array): Promise<MemoryModels | null> {
  const { distribution, preSample, mean } = model;
  const newest = returns.slice(-MAX_RETURNS);
  const asks = candidatesOf({ variances: VARIANCES, distributions: [distribution], p: [1], q: [1] }, { preSample, mean });
  const inputs = asks.map((ask) => ({ returns: newest, model: ask, options: DEFAULT_FIT_OPTIONS }));
  const parts = await inParallel<typeof fitCandidate>(context, "fit-candidate", inputs, "Comparing models of long memory", [0.3, 0.5]);
  if (!parts.ok) return null;
  const [garch, figarch, har] = parts.value.map(({ result }) => result?.bic ?? Number.POSITIVE_INFINITY);
  const bic = Math.min(figarch, har);
  if (!Number.isFinite(garch) || !Number.isFinite(bic)) return null;
  return { n: newest.length, garch, best: { variance: figarch <= har ? "figarch" : "har", bic } };
}
