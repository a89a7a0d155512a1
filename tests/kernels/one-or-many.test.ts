import { beforeAll, describe, expect, it } from "vitest";
import { jobs } from "../../workers/jobs";
import { parts } from "../../workers/parts";
import type { Job, JobContext } from "../../workers/runtime/job";
import { digestValue } from "../../workers/storage/value-digest";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { failureText } from "../fixtures/failure-text";
import { testContext } from "./context";
import { randomWalk } from "./reference/random";

const table: Record<string, Job<never, unknown>> = { ...jobs, ...parts };
const CLOSE = randomWalk(900, 3);
/** Long enough for a matrix profile in several parts. */
const LONG = randomWalk(15_000, 4);
const MODEL = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
const GARCH = { values: CLOSE, kind: "prices", options: DEFAULT_FIT_OPTIONS } as const;
const BARS = { bars: { close: LONG }, strategy: { type: "momentum" } } as const;

/** Every job that runs in parallel, with an input that makes several parts. */
const QUESTIONS: [job: string, input: unknown][] = [
  [
    "search-garch",
    { ...GARCH, preSample: "sample", grid: { orders: [[1, 1]], distributions: ["normal", "t"], variances: ["garch", "gjr"] } },
  ],
  ["refit-garch", { ...GARCH, model: MODEL, window: 400, scheme: "rolling", step: 10 }],
  ["estimate-lyapunov", { close: CLOSE, kind: "prices" }],
  ["measure-structure", { values: LONG, kind: "prices" }],
  ["analyze-curiosity", { values: LONG, kind: "prices", seed: 1 }],
  ["refine-patterns", { values: LONG, kind: "prices" }],
  ["analyze-risk", { values: LONG, iterations: 80, draws: 2000 }],
  ["sweep-backtest", { ...BARS, axes: [{ parameter: "lookback", values: Float64Array.from({ length: 280 }, (_, i) => 5 + i) }] }],
  [
    "search-formulas",
    {
      assets: [{ values: CLOSE, volume: null }],
      method: "genetic",
      trials: 130,
      seed: 4,
      holdout: 0.3,
      depth: 3,
      horizon: 1,
      lookback: 60,
    },
  ],
  [
    "mine-factors",
    {
      assets: [{ name: "A", values: CLOSE, volume: LONG.slice(0, 900), open: null, high: null, low: null }],
      times: null,
      news: null,
      formulas: [{ name: "Short", text: "-delta(close, 3)" }],
      settings: { permutations: 200 },
    },
  ],
  [
    "mine-factors",
    {
      assets: [5, 6, 7, 8].map((seed) => ({ name: `Asset ${seed}`, values: randomWalk(700, seed), volume: null })),
      times: null,
      news: null,
      formulas: [{ name: "Order", text: "rank(delta(close, 2))" }],
      settings: { horizons: [1, 5, 10] },
    },
  ],
  [
    "validate-candidates",
    {
      candidates: Array.from({ length: 60 }, (_, k) => ({
        name: `Lookback ${k + 5}`,
        strategy: { type: "momentum", parameters: { lookback: k + 5 } },
      })),
      market: { bars: { close: LONG }, times: null },
      record: null,
      windowSize: 2000,
      stepSize: 1000,
      iterations: 60,
    },
  ],
  ["stress-backtest", { ...BARS, iterations: 5000, seed: 2 }],
  ["estimate-lyapunov", { close: CLOSE, kind: "prices", surrogates: { count: 19, method: "iaaft", seed: 3 } }],
  ["optimize-strategy", { ...BARS, axes: [{ parameter: "lookback", values: [2, 900] }], search: "random", trials: 150 }],
  ["optimize-strategy", { ...BARS, axes: [{ parameter: "lookback", values: Float64Array.from({ length: 150 }, (_, i) => 5 + i) }] }],
  [
    "validate-candidates",
    { candidates: [{ name: "A", strategy: BARS.strategy }], market: { bars: BARS.bars }, record: null, iterations: 300, seed: 6 },
  ],
];

/** Runs each part on separate kernels, last part first: neither the number of workers nor their order may matter. */
async function scattered(counts: number[]): Promise<JobContext> {
  const own = await testContext();
  return {
    ...own,
    async parallel(name, inputs) {
      counts.push(inputs.length);
      const outcomes = [];
      for (const input of [...inputs].reverse()) outcomes.unshift(await table[name](input as never, await testContext()));
      return outcomes as Awaited<ReturnType<JobContext["parallel"]>>;
    },
  };
}

describe("the same bits with one worker or many", () => {
  let alone: JobContext;
  beforeAll(async () => {
    alone = await testContext();
  });
  for (const [k, [name, input]] of QUESTIONS.entries()) {
    it(`${name} (${k + 1})`, async () => {
      const counts: number[] = [];
      const [one, many] = [await table[name](input as never, alone), await table[name](input as never, await scattered(counts))];
      if (!one.ok || !many.ok) throw new Error(one.ok ? "only many failed" : failureText(one.failure));
      expect(Math.max(...counts)).toBeGreaterThan(1);
      expect(await digestValue(many.value, alone)).toEqual(await digestValue(one.value, alone));
    });
  }
});
