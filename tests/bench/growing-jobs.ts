import type { JobContext } from "../../workers/runtime/job";
import type { KeptFit } from "../../workers/volatility/garch-model";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { resultOf } from "../fixtures/failure-text";
import { ENGINE, FORMULA, MODEL, MOMENTUM, REGIMES, REPLAY } from "../fixtures/job-settings";
import { garchReturns, pricePath } from "./paths";

const TARGETS = [0.5, 0.3, 0.2];

/** A fit to as many returns as there are prices. */
interface Fitted {
  fit: KeptFit;
  returns: Float64Array;
}

/** Inputs for a job of a given length: prices, returns with volatility clustering, and a fit to them. */
export class Source {
  readonly values: Float64Array;

  constructor(
    private readonly context: JobContext,
    private readonly length: number,
  ) {
    this.values = pricePath(length, 3);
  }

  get returns() {
    return { values: garchReturns(this.context, this.length, "normal"), kind: "returns" } as const;
  }

  async fitted(): Promise<Fitted> {
    return resultOf(await fitGarchJob({ ...this.returns, model: MODEL, options: DEFAULT_FIT_OPTIONS }, this.context));
  }
}

/** A job's input for a given length, and the reason if its time grows faster than linearly. */
interface Growing {
  input: (values: Float64Array, source: Source) => unknown;
  why?: string;
}

const assetsOf = (values: Float64Array) =>
  [1, 2, 3].map((seed) => ({ name: `Asset ${seed}`, values: seed === 1 ? values : pricePath(values.length, seed), times: null }));
const prices = (values: Float64Array) => ({ values, kind: "prices" });

/** Every job that computes with a series of any length. */
export const GROWING: Record<string, Growing> = {
  "analyze-curiosity": { input: (values) => ({ ...prices(values), seed: 1 }) },
  "analyze-market": {
    input: (values) => ({
      prices: values,
      times: null,
      news: "Markets rally on strong growth",
      settings: { ...ENGINE, smaPeriod: null, emaPeriod: null },
    }),
  },
  "analyze-risk": { input: (values) => ({ values, kind: "values", iterations: 20, draws: 400 }) },
  "backtest-portfolio": { input: (values) => ({ assets: assetsOf(values), targets: TARGETS }) },
  "budget-risk": { input: (values) => ({ assets: assetsOf(values), weights: TARGETS, objective: "equal-risk", kind: "values" }) },
  "check-formula": { input: (values) => ({ text: "close / delay(close, 5) - 1", assets: [{ values, volume: null }], lookback: 60 }) },
  "compare-prices": {
    input: (closes) => ({ closes, along: [], times: null, others: [{ name: "B", values: closes, times: null }], base: null }),
  },
  "compute-indicator": { input: (closes) => ({ closes, range: null, volume: null, kind: "bollinger", settings: {} }) },
  "decide-columns": { input: (values) => ({ columns: [{ name: "A", values }], news: "", settings: ENGINE }) },
  "decide-step": { input: (values) => ({ prices: values, step: values.length - 1, settings: ENGINE }) },
  "diagnose-garch": {
    input: async (_, source) => ({ ...(await source.fitted()), behavioral: { riskAversion: 2, lossAversion: 2.25, referenceWindow: 22 } }),
  },
  "estimate-lyapunov": {
    input: (close) => ({ close, kind: "prices", surrogates: { count: 19 } }),
    why: "neighbors of every point: the tree's search grows with the share of points it looks at",
  },
  "evaluate-garch": {
    input: async (_, source) => {
      const { fit } = await source.fitted();
      const at = fit.estimates.map(({ value }) => value);
      return { ...source.returns, fit, at, longRunVariance: null, shocks: null, horizon: 5, seed: 1 };
    },
  },
  "evaluate-regimes": { input: (values) => ({ ...prices(values), model: REGIMES }) },
  "figures-by-tool": { input: (values) => ({ values, kind: "values" }) },
  "fit-garch": { input: (_, source) => ({ ...source.returns, model: MODEL, options: DEFAULT_FIT_OPTIONS }) },
  "fit-regimes": { input: (values) => ({ ...prices(values), times: null, compare: false }) },
  "forecast-garch": {
    input: async (_, source) => ({
      ...(await source.fitted()),
      lastTime: null,
      stepMillis: null,
      horizon: 5,
      method: "simulation",
      paths: 400,
      seed: 1,
    }),
  },
  "measure-contributions": { input: (values) => ({ assets: assetsOf(values), weights: TARGETS, kind: "values" }) },
  "measure-span": { input: (closes) => ({ closes, times: null, from: 0, to: closes.length - 1 }) },
  "measure-structure": {
    input: (values) => ({ ...prices(values), reach: values.length }),
    why: "the matrix profile compares every window with every other, up to its reach",
  },
  "mine-factors": { input: (values) => ({ assets: [{ name: "A", values, volume: null }], times: null, news: null }) },
  "optimize-portfolio": { input: (values) => ({ assets: assetsOf(values), objective: { kind: "maximum-sharpe" } }) },
  "optimize-strategy": {
    input: (close) => ({ bars: { close }, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [10, 20] }], windows: 2 }),
  },
  "profile-garch": { input: async (_, source) => ({ ...source.returns, fit: (await source.fitted()).fit }) },
  "prove-replay": { input: (values) => ({ prices: values, ...REPLAY }) },
  "refine-patterns": { input: (values) => prices(values), why: "a round compares a bounded number of windows" },
  "refit-garch": {
    input: (values, source) => ({
      ...source.returns,
      model: MODEL,
      options: DEFAULT_FIT_OPTIONS,
      window: 200,
      scheme: "rolling",
      step: Math.ceil(values.length / 10),
    }),
  },
  "replay-market": { input: (values) => ({ prices: values, ...REPLAY }) },
  "resample-performance": { input: (values) => ({ values, iterations: 20 }) },
  "returns-by-month": {
    input: (values) => ({ times: values.map((_, t) => t * 60_000), strategy: values, benchmark: values, before: values[0] }),
  },
  "summarize-performance": {
    input: (values) => ({ times: values.map((_, t) => t * 60_000), strategy: values, benchmark: values, before: values[0] }),
  },
  "rolling-performance": { input: (values) => ({ strategy: values, benchmark: values }) },
  "run-backtest": { input: (close) => ({ bars: { close }, strategy: MOMENTUM }) },
  "search-formulas": {
    input: (values) => ({ assets: [{ values, volume: null }], ...FORMULA }),
  },
  "search-garch": {
    input: (_, source) => ({
      ...source.returns,
      preSample: "sample",
      options: DEFAULT_FIT_OPTIONS,
      grid: { variances: ["garch"], distributions: ["normal", "t"], p: [1], q: [1] },
    }),
  },
  "simulate-rebalancing": { input: (values) => ({ assets: assetsOf(values), targets: TARGETS }) },
  "standardize-returns": { input: async (_, source) => source.fitted() },
  "stress-backtest": { input: (close) => ({ bars: { close }, strategy: MOMENTUM, iterations: 100 }) },
  "sweep-backtest": { input: (close) => ({ bars: { close }, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [10, 20] }] }) },
  "time-regimes": { input: (values) => ({ ...prices(values) }) },
  "trace-frontier": { input: (values) => ({ assets: assetsOf(values), points: 5 }) },
};
