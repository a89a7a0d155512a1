import { type Fraction, VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import type { BacktestKernels } from "./layout";

/** Profit of an account, and its maximum run-up and drawdown in currency. */
export interface GrowthFigures {
  /** Final value less the capital; includes the open trade. */
  profit: number;
  /** Maximum rise above the running minimum, and the largest such rise as a fraction. */
  maxRunUp: number;
  maxRunUpShare: Fraction;
  /** Maximum fall below the running maximum. */
  maxFall: number;
}

/** Size of the kernel's state. */
const STATE = 5;

/** Growth of an account whose values arrive in pieces; addresses are those of its first row. Allocates in the arena. */
export function growthMeter({ arena }: JobContext, kernels: BacktestKernels, capital: number) {
  const state = arena.take(STATE);
  let last = capital;
  return {
    add(equity: number, from: number, to: number): void {
      kernels.equitySwings(equity, from, to, state);
      last = arena.read((equity + (to - 1) * VALUE_BYTES) >>> 0);
    },
    growth(): GrowthFigures {
      const [, , maxRunUp, maxRunUpShare, maxFall] = arena.view(state, STATE);
      return { profit: last - capital, maxRunUp, maxRunUpShare, maxFall };
    },
  };
}
