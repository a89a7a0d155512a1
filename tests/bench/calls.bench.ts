import { it, type TaskMeta } from "vitest";
import { buildPyramid } from "../../workers/charts/pyramid";
import { analyzeMarket } from "../../workers/engine/jobs/analyze-market";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import type { JobContext } from "../../workers/runtime/job";
import { standardize } from "../../workers/series/standardize";
import type { Distribution } from "../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../workers/volatility/jobs/diagnose-garch";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { forecastGarch } from "../../workers/volatility/jobs/forecast-garch";
import { GarchLikelihood } from "../../workers/volatility/likelihoods/garch-likelihood";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { warmUp } from "../../workers/volatility/warm-up";
import { resultOf } from "../fixtures/failure-text";
import { benchContext, coldKernels, contextOf, watched } from "./context";
import { jobSettings, pricesOf } from "./job-inputs";
import { longCalls } from "./long-calls";
import { atMost, median, report, type Timing } from "./measure";
import { garchReturns, pricePath } from "./paths";
import { samples } from "./texts";
import { atMostFloor, LONGEST_CALL } from "./yardstick";

const MILLION = 1_000_000;
const CHUNK = 1 << 17;
const COLD_ROUNDS = 5;
const QUIET_ROUNDS = 3;
const SETTLE = 100;
/** All modules but `core` and `chaos`. */
const OTHER_MODULES = ["backtest", "factors", "portfolio", "regimes", "risk", "structure", "validation", "volatility"] as const;

const prices = pricesOf(await benchContext(), MILLION);
const BEHAVIORAL = { riskAversion: 2, lossAversion: 2.25, referenceWindow: 0 };

async function fitted(context: JobContext, values: Float64Array, distribution: Distribution, order = 1) {
  const model = { p: order, q: order, distribution, preSample: "sample" } as const;
  return resultOf(await fitGarchJob({ values, kind: "prices", model, options: DEFAULT_FIT_OPTIONS }, context));
}

/** Every path that computes in chunks. */
const paths: [name: string, run: (context: JobContext) => unknown][] = [
  ["analyze-market, 1M prices", (context) => analyzeMarket({ prices, ...jobSettings }, context)],
  ["fit-garch (1,1) normal, 1M prices", (context) => fitted(context, prices, "normal")],
  ["fit-garch (1,1) t, 1M prices", (context) => fitted(context, prices, "t")],
  ["fit-garch (1,1) skewed t, 1M prices", (context) => fitted(context, prices, "skewt")],
  ["fit-garch (5,5) t, 100k prices", (context) => fitted(context, prices.subarray(0, 100_000), "t", 5)],
  [
    "fit, forecast and diagnosis, 1M prices",
    async (context) => {
      const { fit: model, returns } = await fitted(context, prices, "t");
      await forecastGarch({ fit: model, returns, lastTime: null, stepMillis: null, horizon: 252, method: "simulation", seed: 1 }, context);
      return diagnoseGarch({ fit: model, returns, behavioral: BEHAVIORAL }, context);
    },
  ],
  ["pyramid, 10M values", ({ kernels, arena }) => buildPyramid(kernels, arena, tenMillion)],
  ...samples(MILLION).map(({ name, text }): [string, (context: JobContext) => unknown] => {
    const source = new Blob([text]);
    return [`read-series, 1M rows, ${name}`, (context) => readSeries({ source, name, origin: "file" }, context)];
  }),
];
const tenMillion = pricePath(10 * MILLION);

it("longest single call into the kernels, by path", async ({ task }) => {
  const called = new Set<string>();
  for (const [name, run] of [...paths, ...longCalls]) {
    // A call preempted by another program looks long, so the fastest of a few fresh instances counts.
    const longest: { kernel: string; millis: number }[] = [];
    for (let round = 0; round < QUIET_ROUNDS; round++) {
      const { kernels, times } = watched(await coldKernels());
      await run(contextOf(kernels));
      for (const kernel of times.longest.keys()) called.add(kernel);
      const [kernel, millis] = [...times.longest].toSorted((a, b) => b[1] - a[1])[0];
      longest.push({ kernel, millis });
    }
    const quietest = longest.toSorted((a, b) => a.millis - b.millis)[0];
    const timing: Timing = { name: `${quietest.kernel}`, millis: quietest.millis, rounds: longest.map(({ millis }) => millis) };
    report(task.meta, `longest call on a fresh instance: ${name}`, [timing], { count: 1, unit: "value" }, [
      atMostFloor(`longest kernel call, millions of steps: ${name}`, quietest.millis, "chain", MILLION, LONGEST_CALL),
    ]);
  }
  // Kernels no path reaches work on single values, or belong to the chaos module, whose longest calls have their own bench.
  const { core, load } = await coldKernels();
  const modules = [core, ...(await Promise.all(OTHER_MODULES.map((module) => load(module))))];
  const missing = modules.flatMap((module) => Object.keys(module)).filter((name) => !called.has(name) && name !== "memory");
  console.log(`\nkernels no path above calls: ${missing.join(", ")}`);
});

/** Passes over a million values; `touch` reads all columns but the first, as a previous pass would have. */
function passes(context: JobContext, values: Float64Array): { touch: () => number; runs: Record<string, () => unknown> } {
  const { kernels, arena } = context;
  const series = standardize(context, values)!;
  const likelihood = new GarchLikelihood(context, { p: 1, q: 1, distribution: "normal", preSample: "sample" }, series, 1);
  const theta = Float64Array.from([0.01, 0.02, 0.08, 0.9]);
  const x = arena.put(values);
  const out = arena.take(MILLION);
  arena.view(out, MILLION).fill(0);
  const state = arena.take(8);
  const over = (step: (from: number, to: number) => void) => () => {
    for (let from = 0; from < MILLION; from += CHUNK) step(from, Math.min(from + CHUNK, MILLION));
  };
  const touch = () => {
    const [read, written] = [arena.view(x, MILLION), arena.view(out, MILLION)];
    let sum = 0;
    for (let t = 0; t < MILLION; t++) sum += read[t] + written[t];
    return sum;
  };
  const runs = {
    "GARCH log-likelihood": () => likelihood.quickValue(theta),
    EMA: over((from, to) => kernels.ema(x, from, to, 20, out)),
    SMA: over((from, to) => kernels.sma(x, from, to, 20, out)),
    RSI: over((from, to) => kernels.rsi(x, from, to, 14, out, state)),
  };
  return { touch, runs };
}

function millisOf(run: () => unknown): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

async function firstPasses(task: { meta: TaskMeta }, started: boolean): Promise<void> {
  const values = garchReturns(await benchContext(), MILLION, "normal");
  const cold = new Map<string, number[]>();
  const warm = new Map<string, number[]>();
  const spent: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const kernels = await coldKernels();
    const context = contextOf(kernels);
    if (started) {
      const began = performance.now();
      await warmUp(kernels, () => false);
      spent.push(performance.now() - began);
      // The engine optimizes on a separate thread.
      await new Promise((resolve) => setTimeout(resolve, SETTLE));
    }
    const { touch, runs } = passes(context, values);
    for (const [name, run] of Object.entries(runs)) {
      // Measures code new to the engine, not cache misses from timing the previous kernel.
      touch();
      cold.set(name, [...(cold.get(name) ?? []), millisOf(run)]);
      // The engine optimizes in parallel, and has had time by now.
      for (let pass = 0; pass < 10; pass++) run();
      warm.set(name, [...(warm.get(name) ?? []), median(Array.from({ length: 9 }, () => millisOf(run)))]);
    }
  }
  const timing = (name: string, rounds: number[]): Timing => ({ name, millis: median(rounds), rounds });
  const rows = [...cold].flatMap(([name, rounds]) => [timing(`${name}, first pass`, rounds), timing(`${name}, warm`, warm.get(name)!)]);
  const verdicts = [...cold].map(([name, rounds]) => {
    const ratios = rounds.map((millis, round) => millis / warm.get(name)![round]);
    return atMost(`first pass: time of a warm one, ${name}`, median(ratios), 1.5);
  });
  if (started) rows.push(timing("the warm-up itself, pauses included", spent));
  const title = started ? "first pass in a worker that has started, 1M values" : "first pass without a warm-up, 1M values";
  report(task.meta, title, rows, { count: MILLION, unit: "value" }, started ? verdicts : []);
}

it("first pass of a fresh instance against a warm one, a million values", ({ task }) => firstPasses(task, false));
it("the same in a worker that has warmed up", ({ task }) => firstPasses(task, true));
