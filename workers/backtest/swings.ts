import type { Count, Fraction } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { BacktestKernels } from "./layout";

/** What an account gained, and its largest moves in money. */
export interface GrowthFigures {
  /** Last value less the capital: the open trade included. */
  profit: number;
  /** Largest rise above the lowest value before, and the same as a share of it. */
  maxRunUp: number;
  maxRunUpShare: Fraction;
  /** Largest fall below the highest value before. */
  maxFall: number;
}

/** Rows per call: about a millisecond. */
const CHUNK = 262_144;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** @param equity address of the account's values, `rows` of them */
export function growthOf(context: JobContext, kernels: BacktestKernels, equity: number, rows: Count, capital: number): GrowthFigures {
  const { arena } = context;
  return arena.scope(() => {
    const state = arena.take(5);
    inChunks(context, rows, CHUNK, (from, to) => kernels.equitySwings(equity, from, to, state));
    const [, , maxRunUp, maxRunUpShare, maxFall] = arena.view(state, 5);
    return { profit: arena.read(equity + (rows - 1) * BYTES) - capital, maxRunUp, maxRunUpShare, maxFall };
  });
}
