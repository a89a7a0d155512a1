import type { Count, Fraction } from "../contract";
import { performanceOfReturns, type RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";

const CHUNK = 65_536;

export interface RegimeResult {
  label: string;
  rows: Count;
  /** Means per year of the simple returns on its rows. */
  annualReturn: Fraction;
  volatility: Fraction | null;
  sharpeRatio: number | null;
  /** Of the benchmark on the same rows. */
  benchmarkReturn: Fraction;
}

/** Figures of the returns on the rows of each regime, one column of returns beside that of the benchmark. */
export function byRegime(
  context: JobContext,
  risk: RiskKernels,
  { equity, benchmark }: { equity: Float64Array; benchmark: Float64Array },
  path: Float64Array,
  labels: readonly string[],
  basis: { perYear: number; riskFree: Fraction },
): RegimeResult[] {
  const { arena, kernels } = context;
  const n = path.length;
  return arena.scope(() => {
    const returnsAt = (values: Float64Array) => {
      const [from, out] = [arena.put(values), arena.take(values.length)];
      inChunks(context, values.length, CHUNK, (a, b) => kernels.simpleReturns(from, a, b, out));
      return out;
    };
    const [own, other] = [returnsAt(equity), returnsAt(benchmark)];
    const kept = arena.take(Math.max(1, n));
    return labels.map((label, regime) => {
      const figures = [own, other].map((address) => {
        const [all, some] = [arena.view(address, n + 1), arena.view(kept, n)];
        let count = 0;
        // A regime at step t is that of the return from row t to row t + 1.
        for (let t = 0; t < n; t++) if (path[t] === regime) some[count++] = all[t + 1];
        context.checkpoint();
        if (count === 0) return null;
        return { count, performance: performanceOfReturns(context, risk, kept, count, basis) };
      });
      const [mine, its] = figures;
      return {
        label,
        rows: mine?.count ?? 0,
        annualReturn: mine?.performance.annualReturn ?? 0,
        volatility: mine?.performance.volatility ?? null,
        sharpeRatio: mine?.performance.sharpe ?? null,
        benchmarkReturn: its?.performance.annualReturn ?? 0,
      };
    });
  });
}
