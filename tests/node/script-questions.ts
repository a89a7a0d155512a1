import * as v from "valibot";
import type { ScriptQuestion } from "../../src/analysis/compared-figures";
import { indicatorsQuestion } from "../../src/analysis/decision/script";
import { backtestQuestion } from "../../src/strategies/script";
import { trialsQuestion } from "../../src/strategies/search-script";
import { factorsQuestion } from "../../src/tools/alpha-miner/script";
import { batchQuestion } from "../../src/tools/batch/script";
import { accountQuestion } from "../../src/tools/convert-data/script";
import { garchQuestion } from "../../src/tools/garch-model/script";
import { signalQuestion } from "../../src/tools/llm-trader/script";
import { lyapunovQuestion } from "../../src/tools/lyapunov/script";
import { structureQuestion } from "../../src/tools/market-curiosity/script";
import { regimesQuestion } from "../../src/tools/markov-regime/script";
import { portfolioQuestion } from "../../src/tools/portfolio/script";
import { riskQuestion } from "../../src/tools/risk-management/script";
import { searchQuestion } from "../../src/tools/strategy-builder/script";
import { validationQuestion } from "../../src/tools/validation/script";
import { type OptimizeInput, optimizeStrategy } from "../../workers/backtest/jobs/optimize-strategy";
import { type BacktestInput, runBacktest } from "../../workers/backtest/jobs/run-backtest";
import { type SweepInput, sweepBacktest } from "../../workers/backtest/jobs/sweep-backtest";
import type { Strategy } from "../../workers/backtest/schema";
import { answerSeries } from "../../workers/batch/jobs/answer-series";
import { questionSettings } from "../../workers/batch/schema";
import { estimateLyapunov } from "../../workers/chaos/jobs/estimate-lyapunov";
import type { Series } from "../../workers/contract";
import { analyzeMarket } from "../../workers/engine/jobs/analyze-market";
import { mineFactors } from "../../workers/factors/jobs/mine-factors";
import { analyzeNewsJob } from "../../workers/news/jobs/analyze-news";
import { type OptimizePortfolioInput, optimizePortfolio } from "../../workers/portfolio/jobs/optimize-portfolio";
import { fitRegimesJob } from "../../workers/regimes/jobs/fit-regimes";
import { analyzeRisk } from "../../workers/risk/jobs/analyze-risk";
import { convertResults } from "../../workers/statements/jobs/convert-results";
import { measureStructure } from "../../workers/structure/jobs/measure-structure";
import { type CandidatesInput, validateCandidates } from "../../workers/validation/jobs/validate-candidates";
import { completeModel } from "../../workers/volatility/garch-model";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { resultOf } from "../fixtures/failure-text";
import { goldenColumn } from "../fixtures/golden";
import { XTB_OPERATION_FILES } from "../fixtures/ingest/presets";
import { longStatement, MT4_STATEMENT, MT5_HISTORY } from "../fixtures/statements";
import { testContext } from "../kernels/context";

export const context = testContext();

const series = { name: 'made "of" numbers.csv', hash: "0123abcd" };
const prices = Float64Array.from({ length: 900 }, (_, i) => 100 * Math.exp(0.0004 * i + 0.03 * Math.sin(i / 9) + 0.01 * Math.cos(i * i)));
const returns = async (rows?: number) => (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!.subarray(0, rows);
const stocks = async (name: string, rows?: number) => (await goldenColumn("series/eustockmarkets.csv", name))!.subarray(0, rows);

const garch =
  (ask: Parameters<typeof completeModel>[0], file = "dem2gbp") =>
  async () => {
    const values = (await goldenColumn(`series/${file}.csv`, file === "dem2gbp" ? "ret_pct" : "ret"))!;
    const input = { values, kind: "returns" as const, model: completeModel(ask), options: DEFAULT_FIT_OPTIONS };
    return garchQuestion({ series, value: resultOf(await fitGarchJob(input, await context)) })!;
  };

/** Bars around closes: opens slightly off the previous close, ranges of a percent, one open missing. */
async function bars(rows: number): Promise<BacktestInput["bars"]> {
  const close = await stocks("DAX", rows);
  const open = close.map((_, t) => (t === 7 ? Number.NaN : close[Math.max(0, t - 1)] * (1 + 0.003 * Math.sin(t))));
  const high = close.map((value, t) => Math.max(value, open[t] || 0) * (1 + 0.004 * (1 + Math.cos(t))));
  const low = close.map((value, t) => Math.min(value, open[t] || value) * (1 - 0.004 * (1 + Math.sin(3 * t))));
  return { close, open, high, low };
}

const days = (rows: number) => Float64Array.from({ length: rows }, (_, t) => Date.UTC(2010, 0, 1) + 86_400_000 * t);

const backtest = (strategy: Strategy, settings: Partial<BacktestInput>, onlyCloses?: boolean) => async () => {
  const all = await bars(1200);
  const input = { bars: onlyCloses ? { close: all.close } : all, times: days(1200), strategy, ...settings };
  return backtestQuestion({ series, input, value: resultOf(await runBacktest(input, await context)) })!;
};

const search = (asked: Omit<OptimizeInput, "bars">) => async () => {
  const input = { bars: await bars(600), times: days(600), ...asked };
  return searchQuestion({ series, input, value: resultOf(await optimizeStrategy(input, await context)) })!;
};

/** A strategy's sweep on the Backtester, without windows. */
const sweep = (asked: Omit<SweepInput, "bars">) => async () => {
  const { axes, ...input } = { bars: await bars(600), times: days(600), ...asked };
  const value = resultOf(await sweepBacktest({ ...input, axes }, await context));
  return trialsQuestion({ series, input, sweep: value }, "Sweep of parameters")!;
};

const candidates: CandidatesInput["candidates"] = [5, 10, 20, 40].flatMap((lookback) => [
  { name: `M${lookback}`, strategy: { type: "momentum", parameters: { lookback, threshold: 0.8 } } },
  { name: `R${lookback}`, strategy: { type: "mean-reversion", parameters: { lookback, threshold: 1.2, stopLoss: 0.04 } } },
]);

const validation = (input: CandidatesInput) => async () => {
  const value = resultOf(await validateCandidates({ iterations: 20, folds: 4, pathFolds: 4, ...input }, await context));
  return validationQuestion({ series, input, value })!;
};

const portfolio = (ask: Omit<OptimizePortfolioInput, "assets">) => async () => {
  const names = ["DAX", "SMI", "CAC", "FTSE"];
  const assets = await Promise.all(names.map(async (name) => ({ name, values: await stocks(name), times: null })));
  const input = {
    assets,
    mean: { kind: "arithmetic" } as const,
    covariance: { kind: "sample" } as const,
    limits: { lower: 0, upper: 1, groups: [] },
    riskFree: 0.02,
    periodsPerYear: 260,
    ...ask,
  };
  const value = resultOf(await optimizePortfolio(input, await context));
  return portfolioQuestion({ set: { name: "Indices", assets, series: [series] }, input, value })!;
};

const WORDS = " as analysts said in a note to clients on the first trading day of the week in the city.";

/** The signals of some texts. */
const news =
  (text: string, marketContext: string, ...more: string[]) =>
  async () => {
    const settings = {
      context: marketContext,
      negation: more.length > 0,
      confidenceThreshold: 0.6,
      provider: "built-in" as const,
      model: "",
    };
    const items = await Promise.all(
      [text, ...more].map(async (one) => {
        const input = { ...settings, text: `${one}${WORDS}`, now: 0 };
        const analysis = resultOf(analyzeNewsJob(input, await context));
        return { text: input.text, published: null, analysis, failure: null, reply: null, millis: 0 };
      }),
    );
    return signalQuestion({ items, settings })!;
  };

const risk = async (values: Float64Array, kind: "auto" | "returns" | "log-returns", unit?: "percent") => {
  const input = { values, kind, unit, iterations: 0 };
  return riskQuestion({ series, input, value: resultOf(await analyzeRisk(input, await context)) });
};

const account = (source: string) => async () =>
  accountQuestion("statement", resultOf(await convertResults({ source }, await context)).statement!);

/** Results that are written as scripts, by name. */
export const QUESTIONS: Record<string, () => Promise<ScriptQuestion>> = {
  "GARCH(1,1), normal": garch({ p: 1, q: 1, distribution: "normal", preSample: "sample" }),
  "GARCH(2,1), normal": garch({ p: 2, q: 1, distribution: "normal", preSample: "sample" }),
  "GARCH(1,1), t": garch({ p: 1, q: 1, distribution: "t", preSample: "sample" }, "syn_garch11_t6_5000"),
  "GARCH(1,1), t, at its bound": garch({ p: 1, q: 1, distribution: "t", preSample: "sample" }),
  "GJR-GARCH(1,1), skewed t": garch({ p: 1, q: 1, distribution: "skewt", preSample: "ewma75", variance: "gjr" }, "syn_garch11_skewt_5000"),
  "EGARCH(1,1), normal": garch({ p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "egarch" }),
  "EGARCH(2,1), t": garch({ p: 2, q: 1, distribution: "t", preSample: "ewma75", variance: "egarch" }, "syn_garch11_t6_5000"),
  "APARCH(1,1), normal": garch({ p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "aparch" }),
  "APARCH(1,2), t": garch({ p: 1, q: 2, distribution: "t", preSample: "ewma75", variance: "aparch" }, "syn_garch11_t6_5000"),
  "FIGARCH, at its bound": garch({ p: 1, q: 1, distribution: "normal", preSample: "ewma75", variance: "figarch" }),
  "FIGARCH, t": garch({ p: 1, q: 1, distribution: "t", preSample: "sample", variance: "figarch" }),
  "HAR, normal": garch({ p: 1, q: 1, distribution: "normal", preSample: "ewma75", variance: "har" }),
  "EWMA, GED": garch({ p: 1, q: 1, distribution: "ged", preSample: "sample", variance: "ewma" }),
  "GARCH(1,1), two lags in the mean": garch(
    { p: 1, q: 1, distribution: "skewt", preSample: "ewma75", mean: { ar: 2 } },
    "syn_garch11_skewt_5000",
  ),
  "GJR-GARCH(1,1), targeted": garch({ p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "gjr", targeting: true }),
  risk: () => risk(prices, "auto"),
  "risk of returns": async () => risk(await returns(), "returns"),
  "risk of log returns": async () => risk(await returns(), "log-returns", "percent"),
  indicators: async () =>
    indicatorsQuestion(resultOf(analyzeMarket({ prices, times: null, news: "calm", settings: {} }, await context)), series)!,
  regimes: async () => {
    const input = { values: await returns(1200), kind: "returns" as const, times: null, compare: false };
    return regimesQuestion({ series, value: resultOf(await fitRegimesJob(input, await context)) });
  },
  "momentum, fills at the open": backtest({ type: "momentum", parameters: { lookback: 20, threshold: 0.6, trailingStop: 0.03 } }, {}),
  "mean reversion, long and short": backtest(
    { type: "mean-reversion", parameters: { lookback: 15, threshold: 1.1, exitThreshold: 0.2 } },
    { direction: "long-short", fixedCosts: 2, wholeUnits: true, closeAtEnd: true, behavioralAdjustment: false },
  ),
  "momentum, with the costs of a desk": backtest(
    { type: "momentum", parameters: { lookback: 20, threshold: 0.6 } },
    { direction: "long-short", unitCommission: 0.01, minimumCommission: 40, borrowFee: 0.08 },
  ),
  "behavioral, closes only": backtest({ type: "behavioral", parameters: { lookback: 10, threshold: 0.5 } }, { positionSize: 0.6 }, true),
  "smart beta, on the close": backtest({ type: "smart-beta" }, { tradeOnClose: true, startDate: Date.UTC(2010, 5, 1) }),
  "a grid searched walk-forward": search({
    strategy: { type: "momentum" },
    axes: [
      { parameter: "lookback", values: [10, 20, 40] },
      { parameter: "threshold", values: [-1, 0.4, 0.8] },
      { parameter: "exitThreshold", values: [0, 0.5] },
    ],
    windows: 3,
  }),
  "a sweep, undated": sweep({
    strategy: { type: "mean-reversion", parameters: { stopLoss: 0.04 } },
    axes: [
      { parameter: "lookback", values: [5, 10, 20, 40] },
      { parameter: "threshold", values: [-1, 0.5, 1, 1.5, 2] },
    ],
    times: null,
    direction: "long-short",
  }),
  "random trials of weights, for the Calmar ratio": search({
    strategy: { type: "behavioral", parameters: { stopLoss: 0.03 } },
    axes: [
      { parameter: "lookback", values: [5, 40] },
      { parameter: "threshold", values: [0.1, 1] },
      { parameter: "momentum", values: [0.1, 1] },
    ],
    search: "random",
    trials: 12,
    seed: 3,
    windows: 2,
    objective: "calmar",
    direction: "long-short",
    closeAtEnd: true,
    startDate: Date.UTC(2010, 2, 1),
  }),
  "validation of strategies": validation({
    candidates,
    market: { bars: { close: prices.subarray(0, 140) }, times: null },
    record: null,
    backtest: {
      unitCommission: 0.01,
      minimumCommission: 40,
      fixedCosts: 2,
      borrowFee: 0.08,
      direction: "long-short",
      positionSize: 0.7,
      wholeUnits: true,
      closeAtEnd: true,
    },
    perYear: 260,
    windowSize: 60,
    stepSize: 20,
  }),
  "validation of a track record": async () =>
    validation({ candidates: null, market: null, record: { name: "DEM/GBP", values: await returns(900), times: null } })(),
  "validation of log returns": async () => {
    const record = { name: "DEM/GBP", values: await returns(900), times: null, kind: "log-returns", unit: "percent" } as const;
    return validation({ candidates: null, market: null, record })();
  },
  "minimum variance": portfolio({
    objective: { kind: "minimum-variance" },
    covariance: { kind: "ledoit-wolf", target: "constant-correlation" },
  }),
  "maximum Sharpe, at most 40% each": portfolio({
    objective: { kind: "maximum-sharpe" },
    covariance: { kind: "ledoit-wolf", target: "single-factor" },
    limits: { lower: 0.05, upper: 0.4, groups: [] },
  }),
  "target return": portfolio({ objective: { kind: "target-return", target: 0.12 }, covariance: { kind: "exponential", span: 180 } }),
  "maximum utility": portfolio({
    objective: { kind: "maximum-utility", aversion: 3 },
    covariance: { kind: "ledoit-wolf", target: "constant-variance" },
    mean: { kind: "bayes-stein" },
  }),
  "maximum diversification": portfolio({ objective: { kind: "maximum-diversification" }, covariance: { kind: "oracle-approximating" } }),
  "minimum CVaR": portfolio({ objective: { kind: "minimum-cvar", confidence: 0.95, target: null } }),
  "equal risk": portfolio({ objective: { kind: "equal-risk", shares: null }, mean: { kind: "james-stein" } }),
  "Lyapunov exponent": async () => {
    const input = { close: (await goldenColumn("series/syn_henon_4000.csv", "x"))!.subarray(0, 2000), kind: "values" as const };
    return lyapunovQuestion({ series, input, value: resultOf(await estimateLyapunov(input, await context)) })!;
  },
  "Lyapunov exponent of prices": async () => {
    const input = { close: await stocks("DAX", 1500) };
    return lyapunovQuestion({ series, input, value: resultOf(await estimateLyapunov(input, await context)) })!;
  },
  structure: async () => {
    const values = await stocks("DAX");
    return structureQuestion({
      series,
      values,
      value: resultOf(await measureStructure({ values, kind: "prices", shape: 0 }, await context)),
    });
  },
  factors: async () => {
    const volume = prices.map((_, t) => 1000 + 400 * Math.sin(t / 5) + 100 * Math.cos(t * t));
    const input = { assets: [{ name: "Close", values: prices, volume }], times: null, news: null, settings: { permutations: 19 } };
    return factorsQuestion({ series, input, value: resultOf(await mineFactors(input, await context)) })!;
  },
  "account with a later deposit": account(MT4_STATEMENT),
  "account of deals, with costs of opening": account(MT5_HISTORY),
  "account of cash operations, with income": account(XTB_OPERATION_FILES[0]),
  "account of 3,000 trades, from an assumed balance": account(longStatement(3000)),
  "signal of a text": news("Stocks rally strongly on strong growth", ""),
  "signals of articles, negated, in a context": news(
    "The Fed did not cut its interest rate. Losses deeply hurt, and no recovery is in sight: the recession risk is higher",
    "A volatile market with swings, choppy",
    "Café owners say \u{1f600} the GDP surge is very positive, profits beat guidance and quarterly earnings exceeded every estimate_made so far, 12% higher",
  ),
  "risk of a batch": async () => {
    const names = ["DAX", "SMI", "CAC"];
    const columns = await Promise.all(names.map(async (name) => ({ name, role: "value" as const, values: await stocks(name, 800) })));
    // A column of returns among prices, and one with gaps.
    columns[1].values = columns[1].values.map((value, t) => value / columns[1].values[Math.max(0, t - 1)] - 1);
    columns[2].values = columns[2].values.map((value, t) => (t % 100 === 3 ? Number.NaN : value));
    const table = { hash: series.hash, name: "Indices", length: 800, times: null, columns, primary: 0 };
    const sources = names.map((name) => ({ name, source: { kind: "column" as const, from: "Indices", name } }));
    const settings = v.getDefaults(questionSettings.risk) as Record<string, unknown>;
    const asked = { question: "risk" as const, settings, column: null, given: { table, files: {} }, shown: [] };
    const answer = resultOf(await answerSeries({ ...asked, tasks: sources.map(({ source }) => [source]) }, await context));
    return batchQuestion({
      plan: { data: ["Indices"], question: "risk", settings, column: null },
      data: { name: "Indices", series: table as unknown as Series, files: {}, ways: [], marks: {}, there: false },
      sources,
      parts: [{ places: [0, 1, 2], ...answer }],
    });
  },
};
