import { beforeAll, describe, expect, it } from "vitest";
import { fitGarchJob } from "../../workers/jobs/fit-garch";
import { jobs } from "../../workers/jobs/index";
import { DEFAULT_FIT_OPTIONS } from "../../workers/lib/garch/fit";
import type { KeptFit } from "../../workers/lib/garch-model";
import type { Job, JobContext } from "../../workers/lib/job";
import { digestValue } from "../../workers/lib/value-digest";
import { testContext } from "./context";
import { uniforms } from "./reference/random";

const table: Record<string, Job<never, unknown>> = jobs;

/** Prices made by products alone: the same bits in every engine, which a logarithm or an exponential of the engine's need not give. */
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
  const fitted = await fitGarchJob({ values: CLOSE, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS }, context);
  if (!fitted.ok) throw new Error(fitted.failure.message);
  ({ fit, returns } = fitted.value);
});

interface Row {
  job: string;
  input: (seed: number) => object;
  /** First digits of the digest of everything the job answers, its times left out: told by Node and by Chromium alike. */
  digest: string;
  /** False where the seed only chooses starts or samples of a check, and the answer is the same from each. */
  moves?: false;
}
const ROWS: Record<string, Row> = {
  "sample prices": { job: "make-sample-prices", input: (seed) => ({ seed }), digest: "4bc957a750038d4d" },
  "forecast by simulation": { job: "forecast-garch", input: (seed) => forecast("simulation", seed), digest: "c74332e1645eda1d" },
  "forecast by the filtered bootstrap": { job: "forecast-garch", input: (seed) => forecast("bootstrap", seed), digest: "ff43166b730968f2" },
  "forecast with uncertain parameters": {
    job: "forecast-garch",
    input: (seed) => ({ ...forecast("simulation", seed), parameterUncertainty: true }),
    digest: "55beb5c4eb895064",
  },
  "Monte-Carlo value at risk": {
    job: "analyse-risk",
    input: (seed) => ({ values: CLOSE, method: "monte-carlo", draws: 2000, iterations: 0, seed }),
    digest: "ba81bdc1b3a12422",
  },
  "intervals by the stationary bootstrap": {
    job: "analyse-risk",
    input: (seed) => ({ values: CLOSE, draws: 400, iterations: 60, scheme: "stationary", seed }),
    digest: "ffc6dea1a6e201b6",
  },
  "intervals by the circular bootstrap": {
    job: "analyse-risk",
    input: (seed) => ({ values: CLOSE, draws: 400, iterations: 60, scheme: "circular", seed }),
    digest: "ccbce90e529e77ba",
  },
  "exponent with IAAFT surrogates": { job: "estimate-lyapunov", input: (seed) => surrogates("iaaft", seed), digest: "0b1db052dc2650e3" },
  "exponent with shuffled surrogates": {
    job: "estimate-lyapunov",
    input: (seed) => surrogates("shuffle", seed),
    digest: "a79d0b080034a1e7",
  },
  regimes: {
    job: "fit-regimes",
    input: (seed) => ({ values: CLOSE, kind: "prices", times: null, compare: false, seed }),
    digest: "dfeebd0e678d573b",
  },
  "timing by regimes": { job: "time-regimes", input: (seed) => ({ values: CLOSE, kind: "prices", seed }), digest: "a7d30a07b7cd0fc3" },
  curiosity: { job: "analyse-curiosity", input: (seed) => ({ values: CLOSE, kind: "prices", seed }), digest: "1a88832e7ebd053e" },
  structure: { job: "measure-structure", input: () => ({ values: CLOSE, kind: "prices" }), digest: "f39ce744707fcba6", moves: false },
  "factors of one asset, its news among them": {
    job: "mine-factors",
    input: (seed) => ({
      assets: [{ ...assets[0], volume: prices(700, 74) }],
      times: CLOSE.map((_, t) => t * 86_400_000),
      news: [60, 190, 300, 420, 555].map((t) => ({ time: t * 86_400_000, score: (t % 7) / 6 })),
      settings: { seed },
    }),
    digest: "be1c4d94d99b6e23",
  },
  "factors across assets": {
    job: "mine-factors",
    input: (seed) => ({ assets: assets.map((asset) => ({ ...asset, volume: null })), times: null, news: null, settings: { seed } }),
    digest: "3c1dd16633d04659",
    moves: false,
  },
  "random formulas": { job: "search-formulas", input: (seed) => ({ ...FORMULA, method: "random", seed }), digest: "5c7b89521844f603" },
  "formulas by descent": {
    job: "search-formulas",
    input: (seed) => ({ ...FORMULA, method: "genetic", trials: 200, seed }),
    digest: "b3f0b7ddde9b88c6",
  },
  "stress of a backtest": {
    job: "stress-backtest",
    input: (seed) => ({ bars, strategy: MOMENTUM, iterations: 300, seed }),
    digest: "df7612dcd0cd115f",
  },
  "sweep of a backtest": {
    job: "sweep-backtest",
    input: () => ({ bars, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [5, 10, 20, 40] }] }),
    digest: "f4cbe4bd05ebc7bb",
    moves: false,
  },
  "walk-forward search": {
    job: "optimise-strategy",
    input: () => ({ bars, strategy: MOMENTUM, axes: [{ parameter: "lookback", values: [10, 20] }], windows: 2 }),
    digest: "af0bd8577b137078",
    moves: false,
  },
  "validation of candidates": {
    job: "validate-candidates",
    input: (seed) => ({
      candidates: [
        { name: "A", strategy: MOMENTUM },
        { name: "B", strategy: { type: "mean-reversion" } },
      ],
      ...{ market: { bars }, record: null, iterations: 100, seed },
    }),
    digest: "ce50de0457e16035",
  },
  "risk budget": {
    job: "budget-risk",
    input: () => ({ assets, weights: [0.5, 0.3, 0.2], objective: "equal-risk", kind: "values" }),
    digest: "5286715af202f7aa",
    moves: false,
  },
  "portfolio of the least shortfall": {
    job: "optimise-portfolio",
    input: () => ({ assets, objective: { kind: "minimum-cvar", confidence: 0.95, target: null } }),
    digest: "a7ae316fcc93f0a7",
    moves: false,
  },
  "proof of a replay": {
    job: "prove-replay",
    input: (seed) => ({ prices: CLOSE, settings: { rsiPeriod: 14, annualisation: 252 }, seed }),
    digest: "84010062091b3611",
    moves: false,
  },
  "search of models": {
    job: "search-garch",
    input: () => ({
      ...{ values: CLOSE, kind: "prices", preSample: "sample", options: DEFAULT_FIT_OPTIONS },
      grid: { variances: ["garch", "gjr"], distributions: ["normal", "t"], p: [1], q: [1] },
    }),
    digest: "15130ae4d3c89a24",
    moves: false,
  },
  "rolling refits": {
    job: "refit-garch",
    input: () => ({
      ...{ values: CLOSE, kind: "prices", model: MODEL, options: DEFAULT_FIT_OPTIONS },
      window: 500,
      scheme: "rolling",
      step: 60,
    }),
    digest: "742c9c5d60c552f5",
    moves: false,
  },
};

function forecast(method: string, seed: number) {
  return { ...{ fit, returns, lastTime: null, stepMillis: null, horizon: 10 }, method, paths: 500, seed };
}
function surrogates(method: string, seed: number) {
  return { close: CLOSE, kind: "prices", surrogates: { count: 19, method, seed } };
}

/** Fields that only say with which seed it was asked. */
const ECHOED = /seed|settings/i;

async function answer({ job, input }: Row, seed: number) {
  const outcome = await table[job](input(seed) as never, context);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { digest, parts } = await digestValue(outcome.value, context);
  return { digest: digest.slice(0, 16), parts: parts.filter(({ path }) => !ECHOED.test(path)) };
}

describe("what a seed decides", () => {
  it.each(Object.entries(ROWS))("%s: the stored bits in Node and in Chromium, and others for another seed", async (_, row) => {
    const [first, other] = [await answer(row, 5), await answer(row, 6)];
    expect(first.digest).toBe(row.digest);
    const moved = first.parts.filter(({ digest }, k) => digest !== other.parts[k]?.digest).map(({ path }) => path);
    expect(moved.length > 0, `${moved}`).toBe(row.moves !== false);
  });
});
