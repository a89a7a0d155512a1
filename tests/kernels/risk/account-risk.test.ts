import { describe, expect, it } from "vitest";
import { type BacktestInput, runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { DAY } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest/jobs/read-series";
import { backtestPortfolio } from "../../../workers/portfolio/jobs/backtest-portfolio";
import { exportTable } from "../../../workers/report/jobs/export-table";
import { analyzeRisk } from "../../../workers/risk/jobs/analyze-risk";
import { resultOf } from "../../fixtures/failure-text";
import { generator, randomBars } from "../backtest/backtest-run";
import { testContext } from "../context";

const context = await testContext();
const N = 700;
const BARS = randomBars(N, generator(5));
const column = (key: "open" | "high" | "low" | "close") => Float64Array.from(BARS, (bar) => bar[key] ?? Number.NaN);
const bars = { open: column("open"), high: column("high"), low: column("low"), close: column("close") };
const dates = Float64Array.from({ length: N }, (_, t) => Date.UTC(2021, 0, 4) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);
const [perYear, riskFree] = [252, 0.03];

/** The risk of a column as the page asks about it: written as a table, read as a dataset, detected. */
async function riskOf(times: Float64Array | null, values: Float64Array) {
  const columns = [...(times ? [{ name: "Date", kind: "time" as const, values: times }] : []), { name: "Equity", values }];
  const source = resultOf(exportTable({ columns }, context));
  const series = resultOf(await readSeries({ source, name: "Equity", origin: "file" }, context));
  expect(series.columns.map(({ name, role }) => [name, role])).toEqual([["Equity", "value"]]);
  expect(series.quality.doubts).toBeUndefined();
  // Not one bit is lost on the way.
  expect(series.columns[0].values).toEqual(values);
  expect(series.times).toEqual(times);
  const risk = resultOf(
    await analyzeRisk({ values: series.columns[0].values, times: series.times, perYear, riskFree, iterations: 0 }, context),
  );
  expect(risk.kind).toBe("values");
  return risk.metrics;
}

describe("the risk of an account agrees with its backtest", () => {
  const cases: [string, Partial<BacktestInput>][] = [
    ["long and short, with costs", { direction: "long-short", times: dates }],
    ["filled at the same close", { tradeOnClose: true, times: dates }],
    ["within dates", { times: dates, startDate: dates[150], endDate: dates[480] }],
    ["without dates", { times: null }],
    [
      "several instruments",
      {
        times: dates,
        assets: [
          { name: "A", close: bars.close },
          { name: "B", close: bars.open },
        ],
      },
    ],
  ];
  it.each(cases)("%s", async (_, input) => {
    const strategy = { type: "momentum" as const, parameters: { threshold: 0.5 } };
    const { equity, times, metrics, performance } = resultOf(
      await runBacktest({ bars, strategy, periodsPerYear: perYear, riskFree, ...input }, context),
    );
    expect(metrics.trades).toBeGreaterThan(3);
    const risk = await riskOf(times, equity);
    // The same figures of the same returns: they differ by the order of their sums alone.
    expect(risk.totalReturn.value).toBeCloseTo(metrics.returns, 12);
    expect(risk.maxDrawdown.value).toBeCloseTo(metrics.maxDrawdown, 12);
    expect(risk.sharpe.value).toBeCloseTo(metrics.sharpeRatio ?? Number.NaN, 10);
    expect(risk.cagr.value).toBeCloseTo(performance.cagr, 12);
    expect(risk.volatility.value).toBeCloseTo(performance.volatility ?? Number.NaN, 12);
  });

  it("of a portfolio, except for its first purchase, whose cost precedes the account's first value", async () => {
    const assets = [
      { name: "A", values: bars.close, times: dates },
      { name: "B", values: bars.open, times: dates },
    ];
    const asked = { assets, targets: [0.6, 0.4], initialCapital: 1000, periodsPerYear: perYear, riskFree };
    const charged = resultOf(await backtestPortfolio({ ...asked, transactionCosts: 0.01 }, context));
    const risk = await riskOf(charged.times, charged.value);
    const grown = (1 + (risk.totalReturn.value ?? Number.NaN)) * (charged.value[0] / 1000) - 1;
    expect(charged.value[0]).toBeLessThan(1000);
    expect(grown).toBeCloseTo(charged.metrics.totalReturn, 12);

    const free = resultOf(await backtestPortfolio({ ...asked, transactionCosts: 0, slippage: 0 }, context));
    const own = await riskOf(free.times, free.value);
    expect(own.totalReturn.value).toBeCloseTo(free.metrics.totalReturn, 12);
    expect(own.maxDrawdown.value).toBeCloseTo(free.metrics.maxDrawdown, 12);
  });
});
