import type { Count } from "../contract";
import { type Basis, inPieces, type RiskKernels, valueMeter } from "../performance";
import type { JobContext } from "../runtime/job";
import type { BacktestKernels } from "./layout";
import { growthMeter } from "./swings";

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** What the figures of an account are taken with. */
interface Account {
  basis: Omit<Basis, "pivot">;
  capital: number;
}

/** What an account comes to whose values pass in the pieces of `inPieces`: their column and the figures. Takes arena room for a piece. */
export function wealthMeter(context: JobContext, kernels: BacktestKernels, risk: RiskKernels, rows: Count, { basis, capital }: Account) {
  const equity = context.column(rows);
  const [performance, growth] = [valueMeter(context, risk, basis), growthMeter(context, kernels, capital)];
  return {
    /** @param values address of the first row; the one before `from` is read too */
    add(values: number, from: number, to: number): void {
      performance.add(values, from, to);
      growth.add(values, from, to);
      equity.set(context.arena.view((values + from * BYTES) >>> 0, to - from), from);
    },
    wealth: () => ({ equity, performance: performance.performance(), growth: growth.growth() }),
  };
}

/** The same of values that are all there. */
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
