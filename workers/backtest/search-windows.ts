import { type Fraction, type Outcome, type Range, succeed, VALUE_BYTES } from "../contract";
import type { Performance, RiskKernels } from "../performance";
import { performanceAt } from "../performance";
import { CHUNK, type JobContext } from "../runtime/job";
import type { MarketInput } from "./bars";
import { runAgain } from "./run-again";
import type { BacktestSettings, FullStrategy } from "./schema";

interface WindowReturns {
  /** Simple returns of each row after the first one of the range. */
  returns: Float64Array;
  total: Fraction;
}

/** Returns of consecutive windows, concatenated. */
export interface Joined {
  /** Starts at 1. */
  wealth: Float64Array;
  performance: Performance;
}

/** Runs some strategies over each range; the first row of a range is only used to decide, so that all returns are out of sample. */
export async function searchWindows(
  context: JobContext,
  market: MarketInput,
  settings: BacktestSettings,
  windows: { range: Range; strategies: FullStrategy[] }[],
): Promise<Outcome<WindowReturns[][]>> {
  const judged: WindowReturns[][] = [];
  for (const [k, { range, strategies }] of windows.entries()) {
    context.progress(k / windows.length, "Testing out of sample");
    const again = await runAgain(context, { ...market, range }, settings, strategies);
    if (!again.ok) return again;
    judged.push(again.value.runs.map(({ returns, total }) => ({ returns, total })));
  }
  return succeed(judged);
}

/** Concatenates returns of windows into one wealth curve. */
export function joinReturns(
  context: JobContext,
  risk: RiskKernels,
  parts: readonly WindowReturns[],
  basis: { perYear: number; riskFree: Fraction },
): Joined {
  const { arena } = context;
  const n = parts.reduce((sum, { returns }) => sum + returns.length, 0);
  return arena.scope(() => {
    const [returns, wealth] = [arena.take(n), arena.take(n + 1)];
    let at = 0;
    for (const part of parts) {
      arena.view(returns + at * VALUE_BYTES, part.returns.length).set(part.returns);
      at += part.returns.length;
    }
    arena.view(wealth, 1)[0] = 1;
    for (let from = 0; from < n; from += CHUNK) risk.compound(returns, from, Math.min(n, from + CHUNK), wealth);
    const column = context.column(n + 1);
    column.set(arena.view(wealth, n + 1));
    return { wealth: column, performance: performanceAt(context, risk, wealth, n + 1, { ...basis, years: null }) };
  });
}
