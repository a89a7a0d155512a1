import { beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../workers/contract";
import { jobs } from "../../workers/jobs";
import { parts } from "../../workers/parts";
import type { Job, JobContext } from "../../workers/runtime/job";
import { digestValue } from "../../workers/storage/value-digest";
import type { KeptFit } from "../../workers/volatility/garch-model";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { failureText, resultOf } from "../fixtures/failure-text";
import { ENGINE, FORMULA, MODEL, MOMENTUM, REGIMES, REPLAY } from "../fixtures/job-settings";
import { testContext } from "./context";
import { randomWalk } from "./reference/random";

const table: Record<string, Job<never, unknown>> = jobs;
const N = 320;
const PRICES = randomWalk(N, 17);
const OTHERS = [18, 19].map((seed) => randomWalk(N, seed));
const DECISION = {
  time: 0,
  direction: "LONG",
  confidence: 0.6,
  sentiment: 0.7,
  regime: "neutral",
  timeframe: "short",
  topics: [],
  text: "a",
};

/** The series under test, with two regular ones. */
const assetsOf = (values: Float64Array) =>
  [values, ...OTHERS].map((prices, i) => ({
    name: `Asset ${i + 1}`,
    // Truncated at the end for short series, so that dates still overlap.
    values: i > 0 && values.length < N ? prices.slice(0, values.length) : prices,
    times: null,
  }));

let fit: KeptFit;
let returns: Float64Array;

const fitted = (values: Float64Array) => ({ values, kind: "prices", fit, at: fit.estimates.map(({ value }) => value) });

interface Row {
  input: (values: Float64Array) => unknown;
  /** True if prices in another currency leave each figure unchanged or rescale it accordingly; otherwise the reason why not. */
  currency: true | string;
}
const scaled = (input: Row["input"]): Row => ({ input, currency: true });
const other = (currency: string, input: Row["input"]): Row => ({ input, currency });

/** Every job that computes with a series or a number, and which part of its input the series is. */
const ROWS: Record<string, Row> = {
  "allocate-shares": other("whole shares of a fixed capital", (values) => ({
    assets: assetsOf(values),
    weights: [0.5, 0.3, 0.2],
    held: [0, 0, 0],
    capital: 100_000,
  })),
  "analyze-curiosity": scaled((values) => ({ values, kind: "prices", seed: 1 })),
  "analyze-market": scaled((prices) => ({
    prices,
    times: null,
    news: "Markets rally on strong growth",
    settings: { ...ENGINE, smaPeriod: null, emaPeriod: null },
  })),
  "analyze-risk": scaled((values) => ({ values, kind: "values", iterations: 20, draws: 400 })),
  "backtest-model": scaled((values) => ({
    // Twice, since it needs 500 returns.
    values: Float64Array.of(...values, ...values),
    kind: "values",
    volatilityModel: { ...MODEL, targeting: false, decay: null, mean: "constant", variance: "garch", options: DEFAULT_FIT_OPTIONS },
  })),
  "backtest-portfolio": scaled((values) => ({ assets: assetsOf(values), targets: [0.5, 0.3, 0.2] })),
  "budget-risk": scaled((values) => ({ assets: assetsOf(values), weights: [0.5, 0.3, 0.2], objective: "equal-risk", kind: "values" })),
  "check-formula": scaled((values) => ({ text: "close / delay(close, 5) - 1", assets: [{ values, volume: null }], lookback: 60 })),
  "compute-indicator": scaled((closes) => ({ closes, range: null, volume: null, kind: "bollinger", settings: {} })),
  "decide-columns": scaled((values) => ({ columns: [{ name: "A", values }], news: "", settings: ENGINE })),
  "decide-step": scaled((prices) => ({ prices, step: Math.max(1, prices.length - 1), settings: ENGINE })),
  "diagnose-garch": other("returns of a fit", (values) => ({
    fit,
    returns: returnsLike(values),
    behavioral: { riskAversion: 2, lossAversion: 2.25, referenceWindow: 22 },
  })),
  "estimate-lyapunov": scaled((close) => ({ close, kind: "prices", surrogates: { count: 19 } })),
  "evaluate-garch": scaled((values) => ({ ...fitted(values), longRunVariance: null, shocks: null, horizon: 5, seed: 1 })),
  "evaluate-regimes": scaled((values) => ({ values, kind: "prices", model: REGIMES })),
  "evaluate-weights": other("estimates, not prices", (values) => ({
    weights: Float64Array.of(0.5, 0.5),
    means: Float64Array.of(0.05, values[values.length >> 1] ?? Number.NaN),
    volatilities: Float64Array.of(0.1, 0.2),
    correlation: Float64Array.of(1, 0.2, 0.2, 1),
    riskFree: 0.02,
    frontier: [],
  })),
  "figures-by-tool": scaled((values) => ({ values, kind: "values" })),
  "fit-garch": scaled((values) => ({ values, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS })),
  "fit-regimes": scaled((values) => ({ values, kind: "prices", times: null, compare: false })),
  "forecast-garch": other("returns of a fit", (values) => ({
    fit,
    returns: returnsLike(values),
    lastTime: null,
    stepMillis: null,
    horizon: 5,
    method: "simulation",
    paths: 400,
    seed: 1,
  })),
  "make-sample-prices": other("a seed", (values) => ({ seed: Math.round(values[values.length >> 1] ?? Number.NaN) })),
  "measure-contributions": scaled((values) => ({ assets: assetsOf(values), weights: [0.5, 0.3, 0.2], kind: "values" })),
  "compare-prices": scaled((closes) => ({
    closes,
    along: [],
    times: null,
    others: [{ name: "B", values: closes, times: null }],
    base: null,
  })),
  "measure-span": scaled((closes) => ({ closes, times: null, from: 0, to: closes.length - 1 })),
  "measure-structure": scaled((values) => ({ values, kind: "prices" })),
  "mine-factors": scaled((values) => ({ assets: [{ name: "A", values, volume: null }], times: null, news: null })),
  "optimize-portfolio": scaled((values) => ({ assets: assetsOf(values), objective: { kind: "maximum-sharpe" } })),
  "optimize-strategy": scaled((close) => ({
    bars: { close },
    strategy: MOMENTUM,
    axes: [{ parameter: "lookback", values: [10, 20] }],
    windows: 2,
  })),
  "profile-garch": scaled(fitted),
  "prove-replay": scaled((prices) => ({ prices, ...REPLAY })),
  "refine-patterns": scaled((values) => ({ values, kind: "prices" })),
  "refit-garch": scaled((values) => ({
    values,
    kind: "prices",
    model: MODEL,
    options: DEFAULT_FIT_OPTIONS,
    window: 200,
    scheme: "rolling",
    step: 60,
  })),
  "reflect-news": scaled((prices) => ({
    decisions: [DECISION],
    prices,
    times: prices.map((_, t) => t * 86_400_000),
    horizon: "own",
    depth: 5,
    context: "",
  })),
  "replay-market": scaled((prices) => ({ prices, ...REPLAY })),
  "resample-performance": scaled((values) => ({ values, iterations: 20 })),
  "returns-by-month": scaled((values) => ({
    times: values.map((_, t) => t * 86_400_000),
    strategy: values,
    benchmark: values,
    before: values[0],
  })),
  "summarize-performance": scaled((values) => ({
    times: values.map((_, t) => t * 86_400_000),
    strategy: values,
    benchmark: values.map((_, t) => values[values.length - 1 - t]),
    before: values[0],
  })),
  "rolling-performance": scaled((values) => ({ strategy: values, benchmark: PRICES.slice(0, values.length), window: 20 })),
  "run-backtest": scaled((close) => ({ bars: { close }, strategy: MOMENTUM })),
  "search-formulas": other("a formula may add a number to a price", (values) => ({ assets: [{ values, volume: null }], ...FORMULA })),
  "search-garch": scaled((values) => ({
    values,
    kind: "prices",
    preSample: "sample",
    options: DEFAULT_FIT_OPTIONS,
    grid: { variances: ["garch"], distributions: ["normal", "t"], p: [1], q: [1] },
  })),
  "shade-regimes": scaled((values) => ({
    values,
    kind: "prices",
    model: REGIMES,
    view: "smoothed",
    scale: 0.01,
  })),
  "simulate-rebalancing": scaled((values) => ({ assets: assetsOf(values), targets: [0.5, 0.3, 0.2] })),
  "split-by-regime": scaled((close) => ({ close, firstRow: 0, equity: close, benchmark: close, perYear: 252, riskFree: 0.02 })),
  "standardize-returns": other("returns of a fit", (values) => ({ fit, returns: returnsLike(values) })),
  "stress-backtest": scaled((close) => ({ bars: { close }, strategy: MOMENTUM, iterations: 200 })),
  "sweep-backtest": scaled((close) => ({ bars: { close }, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [10, 20] }] })),
  "time-regimes": scaled((values) => ({ values, kind: "prices" })),
  "trace-frontier": scaled((values) => ({ assets: assetsOf(values), points: 5 })),
  "validate-candidates": scaled((close) => ({
    candidates: [{ name: "A", strategy: MOMENTUM }],
    market: { bars: { close } },
    record: null,
  })),
};

/**
 * Jobs without a row: those that read, split, compare or join texts and files, write texts, or move stored data; those of a batch, which
 * call jobs with a row; and the two that test the device with their own vectors.
 */
const OTHERS_JOBS = [
  ...["add-rows", "compare-versions", "find-jumps", "preview-reading", "simulate-market", "take-symbol"],
  ...["allow-hosts", "answer-api", "forget-api-keys", "issue-api-token", "probe-database", "read-api-usage"],
  ...[
    "analyze-articles",
    "analyze-news",
    "convert-results",
    "make-news-question",
    "read-news",
    "read-weights",
    "cut-period",
    "read-series",
    "score-dated-news",
  ],
  ...[
    "check-data",
    "open-sealed",
    "seal-file",
    "digest-value",
    "export-table",
    "find-series-store",
    "list-records",
    "list-series",
    "load-series",
    "make-backup",
    "read-backup",
    "remove-record",
  ],
  ...["remove-series", "rename-series", "restore-backup", "restore-record", "restore-series", "save-record", "save-series"],
  ...[
    "answer-series",
    "ask-question",
    "digest-rows",
    "list-sources",
    "list-watched",
    "mark-files",
    "open-source",
    "watch-series",
    "write-rows",
  ],
  ...["compare-page", "compare-result", "describe-result", "make-key", "read-key", "read-result", "sign-report", "write-result"],
  ...["test-kernels", "test-lyapunov", "write-news-script", "write-report", "write-script", "write-table"],
];

/** As many returns as the fit has, with the middle one from the series: what a page would send that confuses two series. */
function returnsLike(values: Float64Array): Float64Array {
  if (values.length < N) return values;
  return returns.map((value, t) => (t === returns.length >> 1 ? values[N >> 1] : value));
}

const at = (values: Float64Array, value: number) => values.map((price, t) => (t === N >> 1 ? value : price));
const TROUBLE: [name: string, values: Float64Array][] = [
  ["NaN", at(PRICES, Number.NaN)],
  ["+Infinity", at(PRICES, Number.POSITIVE_INFINITY)],
  ["-Infinity", at(PRICES, Number.NEGATIVE_INFINITY)],
  ["zero", at(PRICES, 0)],
  ["negative", at(PRICES, -1)],
  ["constant", new Float64Array(N).fill(100)],
  ["tiny", PRICES.map((price) => price * 1e-300)],
  ["huge", PRICES.map((price) => price * 1e300)],
  ["from tiny to huge", PRICES.map((price, t) => price * (t % 2 === 0 ? 1e-300 : 1e300))],
  ...[0, 1, 2, 3].map((length): [string, Float64Array] => [`${length} values`, PRICES.slice(0, length)]),
];

/** Maximum number of figures named in a failure. */
const MAX_SHOWN = 8;
/** Figures that may be "never", which the screens state. */
const MAY_BE_INFINITE = /halfLife/;

/** Every number and text of a result by its path, without columns. */
function figuresOf(value: unknown, path = "", out = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value === "number" || typeof value === "string") out.set(path, value);
  else if (value instanceof Map) figuresOf(Object.fromEntries(value as Map<string, unknown>), path, out);
  else if (Array.isArray(value)) for (const [i, part] of value.entries()) figuresOf(part, `${path}[${i}]`, out);
  else if (value !== null && typeof value === "object" && !ArrayBuffer.isView(value) && !(value instanceof Blob))
    for (const [key, part] of Object.entries(value)) figuresOf(part, path ? `${path}.${key}` : key, out);
  return out;
}

/** Columns of a result by their path. */
function columnsOf(value: unknown, path = "", out = new Map<string, Float64Array>()): Map<string, Float64Array> {
  if (value instanceof Float64Array) out.set(path, value);
  else if (value !== null && typeof value === "object" && !ArrayBuffer.isView(value) && !(value instanceof Blob))
    for (const [key, part] of Object.entries(value)) columnsOf(part, `${path}.${key}`, out);
  return out;
}

/** What no screen may show: NaN or infinity in a figure or a sentence; columns may have gaps. */
function unfit(value: unknown): string[] {
  const found: string[] = [];
  for (const [path, figure] of figuresOf(value)) {
    if (typeof figure === "string" ? /NaN|Infinity|undefined/.test(figure) : Number.isNaN(figure)) found.push(`${path}: ${figure}`);
    else if (typeof figure === "number" && !Number.isFinite(figure) && !MAY_BE_INFINITE.test(path)) found.push(`${path}: ${figure}`);
  }
  for (const [path, column] of columnsOf(value))
    if (column.some((one) => one === Number.POSITIVE_INFINITY || one === Number.NEGATIVE_INFINITY)) found.push(`${path}: infinite`);
  return found.slice(0, MAX_SHOWN);
}

let context: JobContext;
/** Parts the jobs have called; their input is already checked. */
const asked = new Set<string>();
beforeAll(async () => {
  const plain = await testContext();
  context = {
    ...plain,
    parallel(name, ...rest) {
      asked.add(name);
      return plain.parallel(name, ...rest);
    },
  };
  const done = resultOf(await fitGarchJob({ values: PRICES, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS }, context));
  ({ fit, returns } = done);
});

const FACTOR = 1024;
/** Digits an optimizer preserves if its starting point is rounded differently, and what counts as 0 next to figures around 1. */
const [CLIMBED, ZERO] = [1e-6, 1e-9];
function isScaled(figure: number, found: number): boolean {
  if (Object.is(figure, found) || (Math.abs(figure) < ZERO && Math.abs(found) < ZERO * FACTOR)) return true;
  return [1, FACTOR, 1 / FACTOR].some((power) => Math.abs(found - figure * power) <= CLIMBED * Math.abs(figure * power));
}

async function answer(name: string, input: unknown, at: JobContext): Promise<unknown> {
  return resultOf(await table[name](input as never, at));
}

const ask = async (name: string, input: unknown): Promise<Outcome<unknown>> => table[name](input as never, context);

it("has a row for every job that computes, or says why not", () => {
  expect([...Object.keys(ROWS), ...OTHERS_JOBS].sort()).toEqual(Object.keys(jobs).sort());
});

describe.each(Object.entries(ROWS))("%s", (name, { input, currency }) => {
  it("answers regular input, and repeats the same bits on fresh kernels", async () => {
    const value = await answer(name, input(PRICES), context);
    expect(unfit(value)).toEqual([]);
    const fresh = await testContext();
    const again = await answer(name, input(PRICES), fresh);
    expect(await digestValue(again, fresh)).toEqual(await digestValue(value, fresh));
  });

  // Like prices in pence instead of pounds, but by a factor that is exact in binary.
  if (currency === true)
    it("has the same figures and columns for prices 1,024 times as high, or exactly rescaled ones", async () => {
      const value = await answer(name, input(PRICES), context);
      const higher = await answer(name, input(PRICES.map((price) => price * FACTOR)), context);
      const [figures, others] = [figuresOf(value), figuresOf(higher)];
      const odd: string[] = [];
      for (const [path, figure] of figures) {
        const found = others.get(path);
        if (typeof figure !== "number" || /elapsed/i.test(path)) continue;
        if (typeof found !== "number" || !isScaled(figure, found)) odd.push(`${path}: ${figure}, ${found}`);
      }
      const columns = columnsOf(higher);
      for (const [path, column] of columnsOf(value)) {
        const found = columns.get(path);
        if (found?.length !== column.length || column.some((one, t) => !isScaled(one, found[t]))) odd.push(path);
      }
      expect(odd.slice(0, MAX_SHOWN)).toEqual([]);
    });

  it("answers missing, infinite, equal, tiny, huge and few values with a message, or with finite numbers", async () => {
    const mark = context.kernels.arenaMark();
    for (const [trouble, values] of TROUBLE) {
      const outcome = await ask(name, input(values));
      if (outcome.ok) expect(unfit(outcome.value), trouble).toEqual([]);
      else {
        expect(["bad-input", "not-converged", "too-large"], trouble).toContain(outcome.failure.code);
        expect(failureText(outcome.failure), trouble).toMatch(/[a-z]{3}/i);
        expect(failureText(outcome.failure), trouble).not.toMatch(/undefined|\[object/);
      }
      expect(context.kernels.arenaMark(), trouble).toBe(mark);
    }
  });
});

it("has called every part", async () => {
  // Several workers fit only long series in shared memory.
  const shared = (length: number) => new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
  const values = shared(260_000);
  values.set(randomWalk(values.length, 20));
  const input = { values, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS } as const;
  expect((await fitGarchJob(input, { ...context, column: shared })).ok).toBe(true);
  expect(Object.keys(parts).filter((part) => !asked.has(part))).toEqual([]);
});
