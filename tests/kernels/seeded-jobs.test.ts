import { beforeAll, describe, expect, it } from "vitest";
import { jobs } from "../../workers/jobs";
import type { Job, JobContext } from "../../workers/runtime/job";
import { digestValue } from "../../workers/storage/value-digest";
import type { KeptFit } from "../../workers/volatility/garch-model";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { failureText, resultOf } from "../fixtures/failure-text";
import { testContext } from "./context";
import { uniforms } from "./reference/random";

const table: Record<string, Job<never, unknown>> = jobs;

/** Prices from products alone, with the same bits in every engine, which Math.log or Math.exp need not give. */
function prices(length: number, seed: number): Float64Array {
  const next = uniforms(seed);
  let price = 100;
  return Float64Array.from({ length }, () => {
    price *= 1 + (next() + next() - 0.99) / 32;
    return price;
  });
}
const CLOSE = prices(700, 71);
const bars = { close: CLOSE };
const MOMENTUM = { type: "momentum" } as const;
const assets = [CLOSE, prices(700, 72), prices(700, 73)].map((values, i) => ({ name: `Asset ${i + 1}`, values, times: null }));
const FORMULA = { assets: [{ values: CLOSE, volume: null }], trials: 60, holdout: 0.3, depth: 3, horizon: 1, lookback: 60 };
const MODEL = { p: 1, q: 1, distribution: "t", preSample: "sample" } as const;

let context: JobContext;
let fit: KeptFit;
let returns: Float64Array;
beforeAll(async () => {
  context = await testContext();
  const fitted = resultOf(await fitGarchJob({ values: CLOSE, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS }, context));
  ({ fit, returns } = fitted);
});

interface Row {
  job: string;
  input: (seed: number) => object;
  /**
   * First digits of the digest of all numbers and columns in the result, without times: the same in Node, Chromium, Firefox and WebKitGTK.
   */
  digest: string;
  /** False if the seed only chooses starting points or the samples of a check, so that the result is the same for any seed. */
  moves?: false;
}
const ROWS: Record<string, Row> = {
  "sample prices": { job: "make-sample-prices", input: (seed) => ({ seed }), digest: "b95064ef059a7657" },
  "forecast by simulation": { job: "forecast-garch", input: (seed) => forecast("simulation", seed), digest: "4d1b1cdc2589127d" },
  "forecast by the filtered bootstrap": { job: "forecast-garch", input: (seed) => forecast("bootstrap", seed), digest: "55c1740774591215" },
  "forecast with uncertain parameters": {
    job: "forecast-garch",
    input: (seed) => ({ ...forecast("simulation", seed), parameterUncertainty: true }),
    digest: "81e64e8280956334",
  },
  "Monte-Carlo value at risk": {
    job: "analyze-risk",
    input: (seed) => ({ values: CLOSE, method: "monte-carlo", draws: 2000, iterations: 0, seed }),
    digest: "cbc70090e45135bc",
  },
  "intervals by the stationary bootstrap": {
    job: "analyze-risk",
    input: (seed) => ({ values: CLOSE, draws: 400, iterations: 60, scheme: "stationary", seed }),
    digest: "5bf1017b14099795",
  },
  "intervals by the circular bootstrap": {
    job: "analyze-risk",
    input: (seed) => ({ values: CLOSE, draws: 400, iterations: 60, scheme: "circular", seed }),
    digest: "9daf9b8ac1628ebe",
  },
  "intervals of an account": {
    job: "resample-performance",
    input: (seed) => ({ values: CLOSE, iterations: 60, seed }),
    digest: "81404b70a9b6a7cd",
  },
  "exponent with IAAFT surrogates": { job: "estimate-lyapunov", input: (seed) => surrogates("iaaft", seed), digest: "28a403cf367b93cb" },
  "exponent with shuffled surrogates": {
    job: "estimate-lyapunov",
    input: (seed) => surrogates("shuffle", seed),
    digest: "53b0c3fe6f3c531d",
  },
  regimes: {
    job: "fit-regimes",
    input: (seed) => ({ values: CLOSE, kind: "prices", times: null, compare: false, seed }),
    digest: "ec2134b07f9da8fa",
  },
  "timing by regimes": { job: "time-regimes", input: (seed) => ({ values: CLOSE, kind: "prices", seed }), digest: "824d96c693b5c969" },
  curiosity: { job: "analyze-curiosity", input: (seed) => ({ values: CLOSE, kind: "prices", seed }), digest: "5111ca881194c901" },
  "patterns, one round": {
    job: "refine-patterns",
    input: () => ({ values: CLOSE, kind: "prices" }),
    digest: "3b1fa50f779da1ab",
    moves: false,
  },
  structure: { job: "measure-structure", input: () => ({ values: CLOSE, kind: "prices" }), digest: "f2fb08313022a067", moves: false },
  "factors of one asset, its news among them": {
    job: "mine-factors",
    input: (seed) => ({
      assets: [{ ...assets[0], volume: prices(700, 74) }],
      times: CLOSE.map((_, t) => t * 86_400_000),
      news: [60, 190, 300, 420, 555].map((t) => ({ time: t * 86_400_000, score: (t % 7) / 6 })),
      settings: { seed },
    }),
    digest: "b128861aa89f5459",
  },
  "factors across assets": {
    job: "mine-factors",
    input: (seed) => ({ assets: assets.map((asset) => ({ ...asset, volume: null })), times: null, news: null, settings: { seed } }),
    digest: "fc029a7fc0dfb496",
    moves: false,
  },
  "random formulas": { job: "search-formulas", input: (seed) => ({ ...FORMULA, method: "random", seed }), digest: "e6382e4730dc69a9" },
  "formulas by descent": {
    job: "search-formulas",
    input: (seed) => ({ ...FORMULA, method: "genetic", trials: 200, seed }),
    digest: "7198d7793c68148c",
  },
  "stress of a backtest": {
    job: "stress-backtest",
    input: (seed) => ({ bars, strategy: MOMENTUM, iterations: 300, seed }),
    digest: "f368af9babf45091",
  },
  "sweep of a backtest": {
    job: "sweep-backtest",
    input: () => ({ bars, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [5, 10, 20, 40] }] }),
    digest: "650a21bebb62a4e0",
    moves: false,
  },
  "walk-forward search": {
    job: "optimize-strategy",
    input: () => ({ bars, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [10, 20] }], windows: 2 }),
    digest: "c3e54e0ec5306190",
    moves: false,
  },
  "random walk-forward search": {
    job: "optimize-strategy",
    input: (seed) => ({
      bars,
      strategy: MOMENTUM,
      axes: [
        { parameter: "lookback", values: [1, 200] },
        { parameter: "threshold", values: [0.5, 1.5] },
      ],
      search: "random",
      trials: 40,
      seed,
      windows: 2,
    }),
    digest: "6bdbc3123f35c157",
  },
  "validation of candidates": {
    job: "validate-candidates",
    input: (seed) => ({
      candidates: [
        { name: "A", strategy: MOMENTUM },
        { name: "B", strategy: { type: "mean-reversion" } },
      ],
      market: { bars },
      record: null,
      iterations: 100,
      seed,
    }),
    digest: "0f1c438d6a265711",
  },
  "risk budget": {
    job: "budget-risk",
    input: () => ({ assets, weights: [0.5, 0.3, 0.2], objective: "equal-risk", kind: "values" }),
    digest: "be84bc8cbac8cb7f",
    moves: false,
  },
  "portfolio of the least shortfall": {
    job: "optimize-portfolio",
    input: () => ({ assets, objective: { kind: "minimum-cvar", confidence: 0.95, target: null } }),
    digest: "957effc5436fa201",
    moves: false,
  },
  "proof of a replay": {
    job: "prove-replay",
    input: (seed) => ({ prices: CLOSE, settings: { rsiPeriod: 14, annualization: 252 }, seed }),
    digest: "6a96a0985c220db6",
    moves: false,
  },
  "search of models": {
    job: "search-garch",
    input: () => ({
      values: CLOSE,
      kind: "prices",
      preSample: "sample",
      options: DEFAULT_FIT_OPTIONS,
      grid: { variances: ["garch", "gjr"], distributions: ["normal", "t"], p: [1], q: [1] },
    }),
    digest: "0520575ee0529a68",
    moves: false,
  },
  "rolling refits": {
    job: "refit-garch",
    input: () => ({
      values: CLOSE,
      kind: "prices",
      model: MODEL,
      options: DEFAULT_FIT_OPTIONS,
      window: 500,
      scheme: "rolling",
      step: 60,
    }),
    digest: "b65570b4c8f7850e",
    moves: false,
  },
};

function forecast(method: string, seed: number) {
  return { fit, returns, lastTime: null, stepMillis: null, horizon: 10, method, paths: 500, seed };
}
function surrogates(method: string, seed: number) {
  return { close: CLOSE, kind: "prices", surrogates: { count: 19, method, seed } };
}

/** Fields that only echo the seed. */
const ECHOED = /seed|settings/i;
/** Fields with times, or copied from the input. */
const NOT_FOUND: ReadonlySet<string> = new Set(["elapsed", "millis", "loadedAt", "timestamp", "settings"]);

/** A result without names and texts, which may be reworded: only numbers and columns, in order. */
function figuresOf(value: unknown): unknown {
  if (typeof value === "number" || ArrayBuffer.isView(value)) return value;
  if (typeof value !== "object" || value === null) return null;
  const fields = Object.entries(value).filter(([name]) => !NOT_FOUND.has(name));
  return fields.map(([, field]) => figuresOf(field));
}

async function answer({ job, input }: Row, seed: number) {
  const result = resultOf(await table[job](input(seed) as never, context));
  const { digest } = await digestValue(figuresOf(result), context);
  const { parts } = await digestValue(result, context);
  return { digest: digest.slice(0, 16), parts: parts.filter(({ path }) => !ECHOED.test(path)) };
}

describe("what a seed decides", () => {
  it.each(Object.entries(ROWS))("%s: the stored bits in Node, Chromium and Firefox, and others for another seed", async (_, row) => {
    const [first, other] = [await answer(row, 5), await answer(row, 6)];
    expect(first.digest).toBe(row.digest);
    const moved = first.parts.filter(({ digest }, k) => digest !== other.parts[k]?.digest).map(({ path }) => path);
    expect(moved.length > 0, `${moved}`).toBe(row.moves !== false);
  });
});

describe("what would be the stream of another seed, or of none", () => {
  const seeds = [1.5, -1, 2 ** 53, 1e21, Number.POSITIVE_INFINITY, Number.NaN, "1", "abc", null];
  const asking = Object.entries(ROWS).filter(([, { input }]) => input.length > 0);
  it.each(asking)("%s: is refused", async (_, { job, input }) => {
    for (const seed of seeds) {
      const outcome = await table[job](input(seed as number) as never, context);
      expect([seed, outcome.ok ? "answered" : failureText(outcome.failure)]).toEqual([
        seed,
        expect.stringContaining("seed must be a whole number"),
      ]);
    }
  });
});
