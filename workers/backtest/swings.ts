import type { Fraction } from "../contract";
import type { JobContext } from "../runtime/job";
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

const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Values of the kernel's state. */
const STATE = 5;

/** Growth of an account whose values pass piece by piece; addresses are of its first row. Takes arena room. */
export function growthMeter({ arena }: JobContext, kernels: BacktestKernels, capital: number) {
  const state = arena.take(STATE);
  let last = capital;
  return {
    add(equity: number, from: number, to: number): void {
      kernels.equitySwings(equity, from, to, state);
      last = arena.read((equity + (to - 1) * BYTES) >>> 0);
    },
    growth(): GrowthFigures {
      const [, , maxRunUp, maxRunUpShare, maxFall] = arena.view(state, STATE);
      return { profit: last - capital, maxRunUp, maxRunUpShare, maxFall };
    },
  };
}
