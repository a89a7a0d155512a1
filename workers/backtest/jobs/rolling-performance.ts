import { rollingPerformanceBlock } from "../../../assembly/build/risk-layouts.js";
import { type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { Sliding } from "../../runtime/wasm/sliding";
import { beyondRange } from "../../series";
import { rollingSchema } from "../schema";

export interface RollingPerformanceInput {
  /** Account values after each row, and those of the benchmark. */
  strategy: Float64Array;
  benchmark: Float64Array;
  /** Number of returns in the window. */
  window?: Count;
  periodsPerYear?: number;
  riskFree?: number;
}

/** One value per row, over the window of returns that ends there; NaN over the first window, and if undefined. */
export interface RollingPerformance {
  sharpe: Float64Array;
  /** Annualized Jensen's alpha, as a fraction. */
  alpha: Float64Array;
  beta: Float64Array;
  /** Annualized, as a fraction. */
  volatility: Float64Array;
  sortino: Float64Array;
}

/** Approximate number of rows computed at once. */
const PIECE = 1 << 15;

const KEYS = ["sharpe", "alpha", "beta", "volatility", "sortino"] as const;

/** Rolling Sharpe and Sortino ratio, volatility, alpha and beta of a backtest, with the conventions of its screen. */
export async function rollingPerformance(input: RollingPerformanceInput, context: JobContext): Promise<Outcome<RollingPerformance>> {
  const { strategy, benchmark, ...rest } = input;
  const read = readSettings(rollingSchema, rest);
  if (read.refusal !== null) return failBecause("bad-input", read.refusal);
  const { window, periodsPerYear: perYear, riskFree } = read.settings;
  const rows = strategy.length;
  if (benchmark.length !== rows) return fail("bad-input", "backtest/uneven");
  if (rows <= window) return fail("bad-input", "backtest/fewRows", { least: window + 1, given: rows });
  const risk = await context.load("risk");
  const { arena, kernels } = context;
  return arena.scope(() => {
    const block = risk.rollingBlock(window);
    const piece = block * Math.max(1, Math.floor(PIECE / block));
    const accounts = [strategy, benchmark].map((column) => ({
      column,
      values: new Sliding(arena, piece, 1),
      returns: new Sliding(arena, piece, window),
    }));
    const outs = KEYS.map(() => ({ column: context.column(rows), room: new Sliding(arena, piece) }));
    const sortinoOf = sortinoRatios(context, { window, piece, perYear, riskFree });
    const parameters = arena.takeBytes(rollingPerformanceBlock.bytes);
    // In pieces, so that only the result columns are as long as the series.
    for (let from = 0; from < rows; from += piece) {
      const to = Math.min(rows, from + piece);
      context.checkpoint();
      context.progress(from / rows, "Computing rolling figures");
      const addresses: number[] = [];
      for (const { column, values, returns } of accounts) {
        const [prices, changes] = [values.at(from), returns.at(from)];
        values.view(from, to).set(column.subarray(from, to));
        kernels.simpleReturns(prices, from, to, changes);
        const [odd, low] = [kernels.firstNotFinite(prices, from, to), kernels.firstNonPositive(prices, from, to)];
        if (odd >= 0) return fail("bad-input", "series/notFinite", { row: odd + 1 }, { row: odd + 1, value: String(column[odd]) });
        if (low >= 0) return fail("bad-input", "series/nonPositivePrice", { row: low + 1, value: column[low] }, { row: low + 1 });
        if (kernels.firstNotFinite(changes, Math.max(1, from), to) >= 0) return failBecause("bad-input", beyondRange(context, [column]));
        addresses.push(changes);
      }
      const [returns, against] = addresses;
      const [sharpe, alpha, beta, volatility] = outs.map(({ room }) => room.at(from));
      arena.rewrite(parameters, rollingPerformanceBlock, { returns, benchmark: against, window, perYear, riskFree, sharpe, alpha, beta });
      risk.rollingPerformance(parameters, from, to);
      kernels.rollingVolatility(returns, from, to, window, Math.sqrt(perYear), volatility);
      const [ratios, , , deviations, out] = outs.map(({ room }) => room.view(from, to));
      sortinoOf(accounts[0].returns.view(from, to), ratios, deviations, from, out);
      for (const { column, room } of outs) column.set(room.view(from, to), from);
    }
    const [sharpe, alpha, beta, volatility, sortino] = outs.map(({ column }) => column);
    return succeed({ sharpe, alpha, beta, volatility, sortino });
  });
}

/**
 * Sortino ratio over the last `window` returns at each row, in ascending pieces; NaN if none of them is below the target.
 * @term Rolling Sortino ratio
 * @formula Sharpe ratio x deviation / sqrt(mean(min(r - rf / N, 0)^2)), all of the window
 * @source Sortino and van der Meer 1991
 * @tolerance plain sums over each window, 1e-9
 */
function sortinoRatios(
  { arena, kernels }: JobContext,
  { window, piece, perYear, riskFree }: { window: Count; piece: Count; perYear: number; riskFree: number },
) {
  const [shortfalls, means] = [new Sliding(arena, piece, window), new Sliding(arena, piece)];
  const [target, root] = [riskFree / perYear, Math.sqrt(perYear)];
  /** The last row with a return below the target: in a window without one, the running sums are just rounding errors. */
  let last = Number.NEGATIVE_INFINITY;
  return (returns: Float64Array, sharpe: Float64Array, volatility: Float64Array, from: Count, out: Float64Array): void => {
    const [at, mean, to] = [shortfalls.at(from), means.at(from), from + returns.length];
    const squares = shortfalls.view(from, to);
    // Row 0 has no return.
    for (const [i, value] of returns.entries()) squares[i] = from + i > 0 && value < target ? (value - target) ** 2 : 0;
    kernels.sma(at, from, to, window, mean);
    for (const [i, square] of means.view(from, to).entries()) {
      if (squares[i] > 0) last = from + i;
      out[i] = last > from + i - window ? (sharpe[i] * volatility[i]) / (Math.sqrt(Math.max(square, 0)) * root) : Number.NaN;
    }
  };
}
