import { type Count, type Fraction, type Outcome, succeed } from "../../contract";
import { type Performance, performanceAt } from "../../performance";
import type { JobContext } from "../../runtime/job";
import type { Alignment } from "../../series";
import { basisOf, openRebalancing, type RebalanceEvent, type RebalancingInput, rebalanceOpen } from "../rebalancing";

export interface RebalancingResult {
  events: Count;
  /** Mean one-way turnover of an event; 0 without events. */
  avgTurnover: Fraction;
  /** Relative reduction of annual volatility against no rebalancing; null if the latter has none. */
  riskReduction: Fraction | null;
  /** Annual growth lost to costs. */
  costImpact: Fraction;
  /** Annual turnover. */
  annualTurnover: Fraction;
  costs: number;
  riskBudget: { limit: Fraction; volatility: Fraction; within: boolean };
  performance: { rebalanced: Performance; withoutCosts: Performance; untouched: Performance };
  /** Trades towards the targets, the first 2,000 of them. */
  list: RebalanceEvent[];
  names: string[];
  /** Milliseconds since 1970 UTC, one per value; null if the prices have no dates. */
  times: Float64Array | null;
  /** Value after every row: with costs, without, and of buy and hold. */
  value: Float64Array;
  valueWithoutCosts: Float64Array;
  valueUntouched: Float64Array;
  notes: string[];
  alignment: Alignment;
}

/**
 * Simulates rebalancing a portfolio to its target weights: events, turnover, risk against buy and hold, and costs. It starts at the targets
 * on the first row, without costs; trades execute at the close of the day that triggers them.
 * @formula riskReduction = 1 - vol(rebalanced) / vol(buy and hold); costImpact = CAGR(without costs) - CAGR(with costs); avgTurnover = mean
 * of 1/2 sum |dw|
 * @source the specification's rebalance result; Donohue and Yip 2003
 * @tolerance plain twin within 1e-12, relative
 */
export async function simulateRebalancing(input: RebalancingInput, context: JobContext): Promise<Outcome<RebalancingResult>> {
  const [kernels, risk] = [await context.load("portfolio"), await context.load("risk")];
  return context.arena.scope(() => {
    const opened = openRebalancing(context, kernels, input);
    if (!opened.ok) return opened;
    const { table, settings } = opened.value;
    const gross = context.column(table.rows);
    const run = rebalanceOpen(context, kernels, risk, opened.value, { entry: false, gross });
    if (!run.ok) return run;
    const basis = basisOf(context, table, settings);
    const withoutCosts = context.arena.scope(() => performanceAt(context, risk, context.arena.put(gross), table.rows, basis));
    const { events, turnover, costs, list, performance, net, drift, times, rows, years, notes, alignment } = run.value;
    const { config, periodsPerYear } = settings;
    const [volatility, untouched] = [performance.net.volatility ?? 0, performance.drift.volatility ?? 0];
    return succeed<RebalancingResult>({
      events,
      avgTurnover: events > 0 ? turnover / events : 0,
      riskReduction: untouched > 0 ? 1 - volatility / untouched : null,
      costImpact: withoutCosts.cagr - performance.net.cagr,
      annualTurnover: turnover / (years ?? (rows - 1) / periodsPerYear),
      costs,
      riskBudget: { limit: config.riskBudget, volatility, within: volatility <= config.riskBudget },
      performance: { rebalanced: performance.net, withoutCosts, untouched: performance.drift },
      list,
      names: input.assets.map(({ name }) => name),
      times,
      value: net,
      valueWithoutCosts: gross,
      valueUntouched: drift,
      notes,
      alignment,
    });
  });
}
