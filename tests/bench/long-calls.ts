import { optimizeStrategy } from "../../workers/backtest/jobs/optimize-strategy";
import { runBacktest } from "../../workers/backtest/jobs/run-backtest";
import { stressBacktest } from "../../workers/backtest/jobs/stress-backtest";
import { sweepBacktest } from "../../workers/backtest/jobs/sweep-backtest";
import type { Outcome } from "../../workers/contract";
import { analyzeCuriosity } from "../../workers/curiosity/jobs/analyze-curiosity";
import { refinePatterns } from "../../workers/curiosity/jobs/refine-patterns";
import { replayMarket } from "../../workers/engine/jobs/replay-market";
import { checkFormula } from "../../workers/factors/jobs/check-formula";
import { mineFactors } from "../../workers/factors/jobs/mine-factors";
import { searchFormulasJob } from "../../workers/factors/jobs/search-formulas";
import { parts } from "../../workers/parts";
import { backtestPortfolio } from "../../workers/portfolio/jobs/backtest-portfolio";
import { budgetRisk } from "../../workers/portfolio/jobs/budget-risk";
import { optimizePortfolio } from "../../workers/portfolio/jobs/optimize-portfolio";
import { simulateRebalancing } from "../../workers/portfolio/jobs/simulate-rebalancing";
import { traceFrontier } from "../../workers/portfolio/jobs/trace-frontier";
import { fitRegimesJob } from "../../workers/regimes/jobs/fit-regimes";
import { timeRegimes } from "../../workers/regimes/jobs/time-regimes";
import { analyzeRisk } from "../../workers/risk/jobs/analyze-risk";
import { measureContributions } from "../../workers/risk/jobs/measure-contributions";
import type { JobContext } from "../../workers/runtime/job";
import { measureStructure } from "../../workers/structure/jobs/measure-structure";
import { validateCandidates } from "../../workers/validation/jobs/validate-candidates";
import { validateStrategy } from "../../workers/validation/validate-strategy";
import type { ModelAsk } from "../../workers/volatility/garch-model";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { benchContext } from "./context";
import { datedOf, pricesOf } from "./job-inputs";

const MILLION = 1_000_000;
const prices = pricesOf(await benchContext(), MILLION);
const first = (rows: number) => prices.slice(0, rows);

/** A context that runs the parts of a job itself, one after another. */
const alone = (context: JobContext): JobContext => ({
  ...context,
  parallel: async (name, inputs) => {
    const job = (parts as Record<string, (input: never, context: JobContext) => Promise<Outcome<unknown>>>)[name];
    const outcomes: Outcome<unknown>[] = [];
    for (const input of inputs) outcomes.push(await job(input as never, context));
    return outcomes;
  },
});

const fitted = (rows: number, model: Partial<ModelAsk>) => (context: JobContext) =>
  fitGarchJob(
    {
      values: first(rows),
      kind: "prices",
      model: { p: 1, q: 1, distribution: "t", preSample: "sample", ...model },
      options: DEFAULT_FIT_OPTIONS,
    },
    context,
  );
const strategies = Array.from({ length: 10 }, (_, k) => {
  const closes = prices.subarray(20_000 * k, 20_000 * k + 5001);
  return { name: `strategy ${k + 1}`, returns: Float64Array.from(closes.subarray(1), (close, t) => close / closes[t] - 1) };
});

const assetsOf = (count: number, rows: number) =>
  Array.from({ length: count }, (_, k) => ({ name: `asset ${k + 1}`, values: prices.slice(30_000 * k, 30_000 * k + rows), times: null }));
const closesOf = (count: number, rows: number) => assetsOf(count, rows).map(({ name, values }) => ({ name, close: values }));
/** The same with dates, each asset missing days that the others have. */
const datedAssetsOf = (count: number, rows: number) => assetsOf(count, rows).map((asset, k) => datedOf(asset, 97 + k));
const equal = (count: number) => Array.from({ length: count }, () => 1 / count);
const bars = { close: first(100_000) };
const MOMENTUM = { type: "momentum" } as const;
const axes = [
  { parameter: "lookback" as const, values: [10, 20, 40, 60, 120] },
  { parameter: "stopLoss" as const, values: [0, 0.02, 0.05, 0.1] },
];
const candidates = Array.from({ length: 10 }, (_, k) => ({
  name: `lookback ${10 * (k + 1)}`,
  strategy: { ...MOMENTUM, parameters: { lookback: 10 * (k + 1) } },
}));
const SEARCH = { method: "random", trials: 40, seed: 1, holdout: 0.3, depth: 3, horizon: 5, lookback: 252 } as const;

/** The long paths of every module but core and chaos, whose own are in `calls.bench.ts` and `chaos.bench.ts`. */
export const longCalls: [name: string, run: (context: JobContext) => unknown][] = [
  ["fit-garch GJR t, 1M prices", fitted(MILLION, { variance: "gjr" })],
  ["fit-garch EGARCH t, 300k prices", fitted(300_000, { variance: "egarch" })],
  ["fit-garch FIGARCH t, 20k prices", fitted(20_000, { variance: "figarch" })],
  ["fit-garch HAR t, 300k prices", fitted(300_000, { variance: "har" })],
  [
    "fit-regimes, two regimes, 300k prices",
    (context) => fitRegimesJob({ values: first(300_000), kind: "prices", times: null, compare: false }, context),
  ],
  ["measure-structure, 1M prices", (context) => measureStructure({ values: prices, kind: "prices" }, alone(context))],
  ["analyze-curiosity, 1M prices", (context) => analyzeCuriosity({ values: prices, kind: "prices" }, alone(context))],
  ["refine-patterns, first round of 1M prices", (context) => refinePatterns({ values: prices, kind: "prices" }, alone(context))],
  ["analyze-risk, 1M prices", (context) => analyzeRisk({ values: prices, iterations: 20 }, alone(context))],
  [
    "mine-factors, 100k prices",
    (context) => mineFactors({ assets: [{ name: "A", values: first(100_000), volume: null }], times: null, news: null }, alone(context)),
  ],
  ["run-backtest, 1M prices", (context) => runBacktest({ bars: { close: prices }, strategy: { type: "momentum" } }, alone(context))],
  [
    "run-backtest, 20 assets that share the cash, 100,000 rows",
    (context) => runBacktest({ bars: { close: new Float64Array() }, assets: closesOf(20, 100_000), strategy: MOMENTUM }, alone(context)),
  ],
  ["sweep-backtest, 20 combinations of 100k prices", (context) => sweepBacktest({ bars, strategy: MOMENTUM, axes }, alone(context))],
  ["optimize-strategy, 20 combinations of 100k prices", (context) => optimizeStrategy({ bars, strategy: MOMENTUM, axes }, alone(context))],
  ["stress-backtest, 100k prices", (context) => stressBacktest({ bars, strategy: MOMENTUM }, alone(context))],
  [
    "validate-candidates, 10 strategies on 100k prices",
    (context) => validateCandidates({ candidates, market: { bars }, record: null }, alone(context)),
  ],
  ["validate-strategy, 10 strategies of 5,000 returns", (context) => validateStrategy({ strategies }, alone(context))],
  ["fit-garch FIGARCH t about two returns, 20k prices", fitted(20_000, { variance: "figarch", mean: { ar: 2 } })],
  ["time-regimes, 300k prices", (context) => timeRegimes({ values: first(300_000), kind: "prices" }, context)],
  ["replay-market, 1M prices", (context) => replayMarket({ prices, settings: { rsiPeriod: 14, annualization: 252 } }, context)],
  [
    "check-formula, 100k prices",
    (context) =>
      checkFormula(
        { text: "rank(correlation(close, delay(close, 5), 60))", assets: [{ values: first(100_000), volume: null }], lookback: 252 },
        context,
      ),
  ],
  [
    "search-formulas, 20k prices",
    (context) => searchFormulasJob({ assets: [{ values: first(20_000), volume: null }], ...SEARCH }, alone(context)),
  ],
  [
    "optimize-portfolio, minimum CVaR of 20 assets and 10,000 rows",
    (context) =>
      optimizePortfolio({ assets: assetsOf(20, 10_000), objective: { kind: "minimum-cvar", confidence: 0.95, target: null } }, context),
  ],
  ["trace-frontier, 20 assets and 100,000 rows", (context) => traceFrontier({ assets: assetsOf(20, 100_000) }, context)],
  [
    "budget-risk, 20 assets and 100,000 rows",
    (context) =>
      budgetRisk({ assets: assetsOf(20, 100_000), weights: equal(20), objective: "minimum-variance", drawdownCap: 0.3 }, context),
  ],
  [
    "measure-contributions, 20 assets and 100,000 rows with dates",
    (context) => measureContributions({ assets: datedAssetsOf(20, 100_000), kind: "values" }, context),
  ],
  [
    "simulate-rebalancing, 20 assets and 100,000 rows with dates",
    (context) => simulateRebalancing({ assets: datedAssetsOf(20, 100_000), targets: equal(20) }, context),
  ],
  [
    "backtest-portfolio, 20 assets and 100,000 rows with dates, 20 starts",
    (context) => {
      const assets = datedAssetsOf(20, 100_000);
      return backtestPortfolio({ assets, targets: equal(20), benchmark: datedAssetsOf(1, 100_000)[0], starts: 20 }, context);
    },
  ],
];
