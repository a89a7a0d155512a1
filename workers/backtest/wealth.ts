import { type Count, VALUE_BYTES } from "../contract";
import { type Basis, inPieces, type RiskKernels, valueMeter } from "../performance";
import type { JobContext } from "../runtime/job";
import type { BacktestKernels } from "./layout";
import { growthMeter } from "./swings";

/** Settings for the figures of an account. */
interface Account {
  basis: Omit<Basis, "pivot">;
  capital: number;
}

/** Equity column and figures of an account whose values arrive in the pieces of `inPieces`. Allocates arena memory for one piece. */
export function wealthMeter(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, rows: Count, { basis, capital }: Account) {
  const equity = context.column(rows);
  const [performance, growth] = [valueMeter(context, risk, basis), growthMeter(context, kernels, capital)];
  return {
    /** @param values address of the first row; the row before `from` is read too */
    add(values: number, from: number, to: number): void {
      performance.add(values, from, to);
      growth.add(values, from, to);
      equity.set(context.arena.view((values + from * VALUE_BYTES) >>> 0, to - from), from);
    },
    wealth: () => ({ equity, performance: performance.performance(), growth: growth.growth() }),
  };
}

/** The same for values that are all in memory. */
export function wealthOver(
  context: JobContext,
  kernels: BacktestKernels,
  risk: RiskKernels,
  { values, rows }: { values: number; rows: Count },
  account: Account,
) {
  const meter = wealthMeter(context, kernels, risk, rows, account);
  inPieces(context, rows, (from, to) => meter.add(values, from, to));
  return meter.wealth();
}
