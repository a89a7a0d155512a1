import { fail, type Outcome, succeed, VALUE_BYTES } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { type Benchmark, matchBenchmark, type Performance, performanceAt, type RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { basisOf, type OpenRebalancing, walk } from "./rebalancing";

/** Another series, bought once with the same capital and costs, on the portfolio's rows. */
export interface HeldBenchmark {
  value: Float64Array;
  performance: Performance;
}

/** Holds a benchmark on the rows of an opened backtest; null if the rows have no dates to match it by. */
export function holdBenchmark(
  context: JobContext,
  kernels: PortfolioKernels,
  risk: RiskKernels,
  opened: OpenRebalancing,
  benchmark: Benchmark,
): Outcome<{ held: HeldBenchmark | null; notes: string[] }> {
  const { arena } = context;
  const { table, settings } = opened;
  const { rows, times } = table;
  const matched = matchBenchmark(context, kernels, benchmark, times === 0 ? null : arena.view(times, rows).slice(), { first: 0, n: rows });
  if (!matched.ok) return matched;
  const { address, notes } = matched.value;
  if (address === 0) return succeed({ held: null, notes });
  const low = context.kernels.firstNonPositive(address, 0, rows);
  if (low >= 0) return fail("bad-input", "series/price", { name: "the benchmark", value: arena.read(address + low * VALUE_BYTES) });
  const alone = { ...table, columns: address, stride: rows, count: 1 };
  const once = { ...settings, trigger: "calendar" as const };
  const walked = walk(context, kernels, { table: alone, settings: once, targets: [1] }, { entry: true }, () => undefined);
  if (!walked.ok) return walked;
  const value = context.column(rows);
  value.set(arena.view(walked.value.net, rows));
  const performance = performanceAt(context, risk, walked.value.before, rows + 1, basisOf(context, alone, settings));
  return succeed({ held: { value, performance }, notes });
}
