import { positionReturnsBlock } from "../../assembly/build/factors-layouts.js";
import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import { describeAt } from "../numerics/describe";
import { wilsonInterval } from "../numerics/wilson";
import { RISK_FREE, sharpeRatio } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";
import type { FactorSettings } from "./schema";

/** Hypothetical performance of holding the sign of a factor, lagged by one step, without costs. */
export interface FactorStrategy {
  /** Cumulative return from the first value of the factor on. */
  performance: Fraction;
  /** Annualized: mean x steps, standard deviation x their root. */
  mean: Fraction | null;
  volatility: Fraction | null;
  sharpe: number | null;
  /** Annualized information ratio: mean over standard deviation of the return over buy and hold. */
  activeRatio: number | null;
  /** Share of the steps with a position on which its sign was right, and its 95% interval. */
  hitRate: Fraction | null;
  hitInterval: [Fraction, Fraction] | null;
  /** Share of steps on which the position changed. */
  turnover: Fraction | null;
  /** Number of steps from the first value of the factor on. */
  steps: Count;
}

interface StrategyResult {
  strategy: FactorStrategy;
  /** Cumulative return over the last steps of the chart, oldest first, starting from 0 before the first of them. */
  chart: number[];
}

/**
 * Position by the sign of the factor, held from one close to the next.
 * @formula R[t] = sign(f[t - 1]) r[t]; performance = product of (1 + R) - 1; sharpe = (mean - rf / N) / sd x sqrt(N)
 * @source definition; Sharpe (1994)
 * @tolerance plain twin, 1e-12
 * @param first first step with a value of the factor
 * @param simple simple returns
 */
export function strategyOf(
  context: JobContext,
  kernels: FactorKernels,
  { factor, simple, n, first }: { factor: number; simple: number; n: Count; first: number },
  { annualization: perYear, chartPoints }: Pick<FactorSettings, "annualization" | "chartPoints">,
): StrategyResult {
  const { arena } = context;
  return arena.scope(() => {
    const [gains, active] = [arena.take(n), arena.take(n)];
    const counts = arena.put(new Float64Array(4));
    const start = first + 1;
    const block = arena.block(positionReturnsBlock, { factor, returns: simple, out: gains, active, counts });
    inChunks(context, n, CHUNK, (from, to) => {
      if (to > start) kernels.positionReturns(block, Math.max(from, start), to);
    });
    const steps = n - start;
    const wealth = arena.take(steps + 1);
    inChunks(context, steps, CHUNK, (from, to) => kernels.compound(gains + start * VALUE_BYTES, from, to, 1, wealth));
    const own = describeAt(context, gains, start, n);
    const over = describeAt(context, active, start, n);
    const [held, right, changes] = arena.view(counts, 4);
    const values = arena.view(wealth, steps + 1);
    const tail = Math.min(chartPoints, steps);
    const before = values[steps - tail];
    const yearly = (mean: number | null, deviation: number | null) =>
      mean !== null && deviation !== null && deviation > 0 ? (mean / deviation) * Math.sqrt(perYear) : null;
    return {
      strategy: {
        performance: values[steps] - 1,
        mean: own.mean === null ? null : own.mean * perYear,
        volatility: own.deviation === null ? null : own.deviation * Math.sqrt(perYear),
        sharpe: own.mean === null || own.deviation === null ? null : sharpeRatio(own.mean, own.deviation, { perYear, riskFree: RISK_FREE }),
        activeRatio: yearly(over.mean, over.deviation),
        hitRate: held > 0 ? right / held : null,
        hitInterval: held > 0 ? wilsonInterval(right / held, held) : null,
        turnover: steps > 1 ? changes / steps : null,
        steps,
      },
      chart: Array.from(values.subarray(steps - tail + 1, steps + 1), (value) => (before > 0 ? value / before - 1 : Number.NaN)),
    };
  });
}
