import { beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { type BacktestPortfolioInput, backtestPortfolio } from "../../../workers/portfolio/jobs/backtest-portfolio";
import { simulateRebalancing } from "../../../workers/portfolio/jobs/simulate-rebalancing";
import type { RebalancingInput } from "../../../workers/portfolio/rebalancing";
import type { RebalanceSettings } from "../../../workers/portfolio/schema";
import { figuresByTool } from "../../../workers/risk/jobs/figures-by-tool";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import type { AssetPrices } from "../../../workers/series/align";
import { failureText, resultOf, says } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { plainRebalance } from "../reference/rebalance";
import { furthestOff, goldenCase } from "./portfolio-golden";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const { assets } = await goldenCase("eustockmarkets");
// Business days from Monday 1991-07-01, so that calendar rules can be checked with JavaScript's own dates.
const times = Float64Array.from({ length: 1860 }, (_, t) => Date.UTC(1991, 6, 1) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);
const markets: AssetPrices[] = assets!.map((asset) => ({ ...asset, times }));
const TARGETS = [0.4, 0.3, 0.2, 0.1];

async function simulated(input: Partial<RebalancingInput> = {}) {
  return resultOf(await simulateRebalancing({ assets: markets, targets: TARGETS, ...input }, context));
}
async function backtested(input: Partial<BacktestPortfolioInput> = {}) {
  return resultOf(await backtestPortfolio({ assets: markets, targets: TARGETS, ...input }, context));
}

const PERIODS = {
  daily: (time: number) => `${Math.floor(time / DAY)}`,
  weekly: (time: number) => `${Math.floor((time / DAY + 3) / 7)}`,
  monthly: (time: number) => new Date(time).toISOString().slice(0, 7),
  quarterly: (time: number) => `${new Date(time).getUTCFullYear()}-${Math.floor(new Date(time).getUTCMonth() / 3)}`,
};
const ASKS: Record<RebalanceSettings["trigger"], (due: boolean, far: boolean) => boolean> = {
  either: (due, far) => due || far,
  calendar: (due) => due,
  threshold: (_, far) => far,
  both: (due, far) => due && far,
};

describe("against the plain twin, to 1e-12", () => {
  for (const frequency of ["daily", "weekly", "monthly", "quarterly"] as const) {
    for (const trigger of ["either", "calendar", "threshold", "both"] as const) {
      it(`${frequency}, ${trigger}`, async () => {
        // A tight threshold and a small cap, so that every rule takes effect.
        const config = { frequency, threshold: 0.01, maxTurnover: 0.008, riskBudget: 0.15 };
        const own = await simulated({ config, trigger });
        const period = PERIODS[frequency];
        const plain = plainRebalance({
          prices: markets.map(({ values }) => [...values]),
          targets: TARGETS,
          due: (row) => period(times[row]) !== period(times[row - 1]),
          asks: ASKS[trigger],
          threshold: 0.01,
          most: 0.008,
          rate: 0.002,
          capital: 1_000_000,
        });
        expect(furthestOff(own.value, plain.net)).toBeLessThan(1e-12);
        expect(furthestOff(own.valueWithoutCosts, plain.gross)).toBeLessThan(1e-12);
        expect(own.events).toBe(plain.rows.length);
        expect(own.events).toBeGreaterThan(0);
        expect(own.avgTurnover).toBeCloseTo(plain.turnovers.reduce((a, b) => a + b) / plain.turnovers.length, 12);
        expect(own.list.map(({ row }) => row)).toEqual(plain.rows);
      });
    }
  }
});

describe("results", () => {
  it("the specification's fields, by their definitions", async () => {
    const own = await simulated();
    const { rebalanced, withoutCosts, untouched } = own.performance;
    expect(own.riskReduction).toBeCloseTo(1 - rebalanced.volatility! / untouched.volatility!, 14);
    expect(own.costImpact).toBeCloseTo(withoutCosts.cagr - rebalanced.cagr, 14);
    expect(own.costImpact).toBeGreaterThan(0);
    expect(own.costs).toBeCloseTo(
      own.list.reduce((sum, event) => sum + event.cost, 0),
      6,
    );
    expect(own.riskBudget).toEqual({ limit: 0.15, volatility: rebalanced.volatility, within: rebalanced.volatility! <= 0.15 });
    const start = 1_000_000;
    const untouchedValue = TARGETS.reduce((sum, weight, i) => sum + (weight * markets[i].values[1859]) / markets[i].values[0], 0);
    expect(own.valueUntouched[1859] / start).toBeCloseTo(untouchedValue, 12);
    expect(rebalanced.totalReturn).toBeCloseTo(own.value[1859] / start - 1, 12);
    for (const event of own.list) {
      expect(event.before.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(event.after.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(event.turnover).toBeLessThanOrEqual(0.2 + 1e-15);
      if (!event.capped) for (const [i, weight] of event.after.entries()) expect(weight).toBeCloseTo(TARGETS[i], 12);
    }
    expect(own.list.every(({ reason }) => reason.includes("calendar"))).toBe(true);
  });

  it("without costs, net equals gross; without trades, nothing happens", async () => {
    const free = await simulated({ transactionCosts: 0, slippage: 0 });
    expect(free.value).toEqual(free.valueWithoutCosts);
    expect(free.costImpact).toBe(0);
    const idle = await simulated({ trigger: "threshold", config: { threshold: 1 } });
    expect(idle).toMatchObject({ events: 0, avgTurnover: 0, costs: 0, list: [] });
    expect(furthestOff(idle.value, idle.valueUntouched)).toBeLessThan(1e-13);
    expect(Math.abs(idle.riskReduction!)).toBeLessThan(1e-12);
    const one = await simulated({ assets: [markets[0]], targets: [1] });
    expect(one).toMatchObject({ events: 0, costs: 0 });
  });

  it("twice the capital gives twice the value; scaled prices change nothing; costs only reduce value", async () => {
    const plain = await simulated();
    const double = await simulated({ initialCapital: 2_000_000 });
    expect(double.value.map((value) => value / 2)).toEqual(plain.value);
    const dear = await simulated({ assets: markets.map((asset) => ({ ...asset, values: asset.values.map((value) => value * 8) })) });
    expect(dear.value).toEqual(plain.value);
    let before = plain.value[1859];
    for (const transactionCosts of [0.002, 0.01, 0.05]) {
      const own = await simulated({ transactionCosts });
      expect(own.value[1859]).toBeLessThan(before);
      before = own.value[1859];
    }
  });

  it("row numbers replace missing dates, and dates outside the data are moved to its ends", async () => {
    const bare = markets.map((asset) => ({ ...asset, times: null }));
    const own = await simulated({ assets: bare, trigger: "calendar" });
    expect(own.list.map(({ row }) => row)).toEqual(Array.from({ length: 88 }, (_, k) => 21 * (k + 1)));
    const cut = await simulated({ startDate: Date.UTC(1995, 0, 1), endDate: Date.UTC(2024, 0, 1) });
    expect(new Date(cut.times![0]).toISOString().slice(0, 10)).toBe("1995-01-02");
    expect(cut.notes).toEqual([says("series/clamped", { from: "1991-07-01", to: "1998-08-14" })]);
    expect(cut.value[0]).toBe(1_000_000);
  });
});

describe("backtest of a portfolio", () => {
  it("charges the first purchase, and its trades add up to the change of value", async () => {
    const own = await backtested();
    const capital = 1_000_000;
    expect(own.value[0]).toBeCloseTo(capital * (1 - 0.002), 6);
    expect(own.metrics.totalReturn).toBeCloseTo(own.value[1859] / capital - 1, 12);
    expect(own.trades.open).toBe(4);
    expect(own.trades.total).toBe(4 + 4 * own.list.length);
    expect(own.metrics.winRate).toBeGreaterThan(0);
    expect(own.metrics.winRate).toBeLessThanOrEqual(1);
    expect(own.trades.avgDuration).toBeGreaterThan(20);
  });

  it("buy and hold of one asset: one trade, held to the end", async () => {
    const own = await backtested({ assets: [markets[1]], targets: [1] });
    const [first, last] = [markets[1].values[0], markets[1].values[1859]];
    expect(own.metrics).toMatchObject({ winRate: 1 });
    expect(own.metrics.totalReturn).toBeCloseTo((last / first) * (1 - 0.002) - 1, 12);
    expect(own.trades).toMatchObject({ total: 1, open: 1, profitFactor: null });
    expect(own.trades.avgDuration).toBeCloseTo((times[1859] - times[0]) / DAY, 9);
  });

  it("profits less losses equal the change of value, with final holdings at their last price", async () => {
    const kernels = await context.load("portfolio");
    const risk = await context.load("risk");
    const { runRebalancing } = await import("../../../workers/portfolio/rebalancing");
    for (const targets of [TARGETS, [0.7, 0.6, -0.2, -0.1]]) {
      context.arena.scope(() => {
        const run = resultOf(runRebalancing(context, kernels, risk, { assets: markets, targets }, { entry: true }));
        const { profits, losses } = run.trades;
        // Costs are charged per order before they reduce the account: a second-order difference.
        expect(Math.abs((profits - losses) / (run.net[1859] - 1_000_000) - 1)).toBeLessThan(1e-4);
      });
    }
  });
});

describe("input that cannot be simulated", () => {
  const refusal = async (input: Partial<RebalancingInput>) => {
    const outcome = await simulateRebalancing({ assets: markets, targets: TARGETS, ...input }, context);
    return outcome.ok ? null : failureText(outcome.failure);
  };
  it("is refused with a reason", async () => {
    expect(await refusal({ assets: [], targets: [] })).toBe(says("series/noAssets"));
    expect(await refusal({ targets: [1] })).toBe(says("portfolio/rebalanceTargets", { assets: 4 }));
    expect(await refusal({ targets: [0.5, 0.5, 0.5, 0] })).toBe(says("portfolio/rebalanceTargetSum", { sum: 1.5 }));
    expect(await refusal({ config: { threshold: -1 } })).toBe(says("portfolio/rebalanceThreshold"));
    expect(await refusal({ config: { maxTurnover: 0 } })).toBe(says("portfolio/rebalanceTurnover"));
    expect(await refusal({ config: { riskBudget: Number.NaN } })).toBe(says("portfolio/rebalanceRiskBudget"));
    expect(await refusal({ initialCapital: 0 })).toBe(says("portfolio/rebalanceCapital"));
    expect(await refusal({ slippage: 1 })).toBe(says("portfolio/rebalanceCosts"));
    expect(await refusal({ startDate: Date.UTC(2024, 0, 1) })).toBe(
      says("portfolio/between", { least: 3, first: "1991-07-01", last: "1998-08-14" }),
    );
    const soaring = { name: "A", times: null, values: Float64Array.of(1, 2, 4, 8) };
    const falling = { name: "B", times: null, values: Float64Array.of(4, 3, 2, 1) };
    expect(await refusal({ assets: [soaring, falling], targets: [-2, 3], trigger: "threshold", config: { threshold: 1 } })).toBe(
      says("portfolio/rebalanceWiped", { row: 2 }),
    );
  });
  it("can be canceled, and frees its memory", async () => {
    const canceled = await testContext(4);
    const mark = canceled.kernels.arenaMark();
    await expect(simulateRebalancing({ assets: markets, targets: TARGETS }, canceled)).rejects.toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(mark);
  });
});

describe("other views of the backtest", () => {
  const last = times.length - 1;

  it("months compound to years, and years to the total return", async () => {
    const { months, metrics, value } = await backtested();
    const product = (values: Float64Array) => values.reduce((so, one) => so * (Number.isNaN(one) ? 1 : 1 + one), 1);
    expect(months?.years).toEqual(["1991", "1992", "1993", "1994", "1995", "1996", "1997", "1998"]);
    expect(months?.values).toHaveLength(96);
    expect(months?.earlier).toBe(0);
    // July 1991 is the first month, without data before it.
    expect(Array.from(months!.values.subarray(0, 6)).every(Number.isNaN)).toBe(true);
    expect(product(months!.totals)).toBeCloseTo(1 + metrics.totalReturn, 12);
    expect(product(months!.values)).toBeCloseTo(1 + metrics.totalReturn, 12);
    for (const [place, total] of months!.totals.entries())
      expect(product(months!.values.subarray(12 * place, 12 * place + 12))).toBeCloseTo(1 + total, 12);
    // August 1991 by JavaScript's own dates.
    const endOf = (month: string) => times.findLastIndex((time) => new Date(time).toISOString().slice(0, 7) === month);
    expect(months!.values[7]).toBeCloseTo(value[endOf("1991-08")] / value[endOf("1991-07")] - 1, 14);
  });

  it("rolling returns match plain ratios, by calendar and by rows", async () => {
    const YEAR = 365.25 * DAY;
    for (const dates of [times, null]) {
      const { rolling, value } = await backtested({ assets: markets.map((asset) => ({ ...asset, times: dates })) });
      expect(rolling.map(({ years }) => years)).toEqual([1, 3, 5]);
      for (const { years, values, windows, worst, median, best, positive } of rolling) {
        const plain = Array.from(value, (now, t) => {
          const s = dates ? times.findLastIndex((time) => time <= times[t] - years * YEAR) : t - 252 * years;
          return s < 0 ? Number.NaN : (now / value[s]) ** (1 / years) - 1;
        });
        const apart = plain.map((one, t) => (t > last - windows ? Math.abs(100 * one - values[t]) : 0));
        expect(Math.max(...apart)).toBeLessThan(1e-10);
        expect(values.findIndex((one) => !Number.isNaN(one))).toBe(last - windows + 1);
        const known = plain.filter((one) => !Number.isNaN(one)).sort((a, b) => a - b);
        expect(known).toHaveLength(windows);
        expect([worst, best]).toEqual([known[0], known[windows - 1]].map((one) => expect.closeTo(one, 12)));
        expect(median).toBeCloseTo((known[(windows - 1) >> 1] + known[windows >> 1]) / 2, 12);
        expect(positive).toBe(known.filter((one) => one > 0).length / windows);
      }
    }
    const short = await backtested({ endDate: times[0] + 300 * DAY });
    expect(short.rolling).toEqual([]);
  });

  it("every other start date equals a separate backtest from that date, to the bit", async () => {
    const { starts, performance } = await backtested({ starts: 7 });
    expect(starts).toHaveLength(7);
    expect(starts[0]).toMatchObject({ row: 0, time: times[0], growth: performance.cagr, totalReturn: performance.totalReturn });
    expect(starts[6].row).toBe(1240);
    for (const { time, growth, totalReturn, maxDrawdown, sharpe } of starts) {
      const again = (await backtested({ startDate: time })).performance;
      expect({ growth, totalReturn, maxDrawdown, sharpe }).toEqual({
        growth: again.cagr,
        totalReturn: again.totalReturn,
        maxDrawdown: again.maxDrawdown,
        sharpe: again.sharpe,
      });
    }
    expect((await backtested()).starts).toEqual([]);
  });

  it("a benchmark is bought once with the same capital and costs, on the portfolio's dates", async () => {
    const [{ values }] = markets;
    // Every other day only: the days between use the previous price.
    const own = { times: times.filter((_, t) => t % 2 === 0), values: values.filter((_, t) => t % 2 === 0) };
    const { benchmark, notes } = await backtested({ benchmark: own });
    const bought = 1_000_000 * (1 - 0.002);
    const plain = Array.from(times, (_, t) => (bought * values[t - (t % 2)]) / values[0]);
    expect(benchmark!.performance.totalReturn).toBeCloseTo(benchmark!.value[last] / 1_000_000 - 1, 12);
    expect(furthestOff(benchmark!.value, plain)).toBeLessThan(1e-12);
    expect(notes).toEqual([says("performance/benchmarkEarly", { day: "1998-08-13" })]);
    const undated = await backtested({ benchmark: own, assets: markets.map((asset) => ({ ...asset, times: null })) });
    expect(undated.benchmark).toBeNull();
    expect(undated.notes).toContain(says("performance/benchmarkUndated"));
    const refused = await backtestPortfolio({ assets: markets, targets: TARGETS, benchmark: { times: null, values } }, context);
    expect(refused.ok ? "" : failureText(refused.failure)).toBe(says("performance/benchmarkDates"));
  });
});

describe("a portfolio's value in other programs' terms", () => {
  it("has the performance figures where the definitions agree", async () => {
    const { value, performance } = await backtested({ initialCapital: 10_000, riskFree: 0.02, periodsPerYear: 252 });
    // The first purchases have costs: their return is relative to the capital.
    const values = Float64Array.of(10_000, ...value);
    const input = { values, kind: "values", lookbackPeriod: value.length - 1, riskFree: 0.02, perYear: 252 } as const;
    const { excel } = resultOf(await figuresByTool(input, context));
    // Both sum the same returns around different pivots; years come from dates there and from rows here.
    for (const figure of ["volatility", "sharpe", "sortino", "maxDrawdown"] as const)
      expect(excel[figure]! / performance[figure]!, figure).toBeCloseTo(1, 10);
  });
});
