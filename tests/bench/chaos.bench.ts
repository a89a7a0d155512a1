import { expect, it } from "vitest";
import { scaledColumn } from "../../workers/chaos/analyze";
import { divergenceOf } from "../../workers/chaos/divergence";
import { kantzOf } from "../../workers/chaos/kantz";
import { pointsOf } from "../../workers/chaos/neighbors";
import { measureSurrogate } from "../../workers/chaos/parts/measure-surrogate";
import { zeroOneTest } from "../../workers/chaos/zero-one";
import type { JobContext } from "../../workers/runtime/job";
import { lorenz } from "../kernels/chaos/chaos-series";
import { plainDivergence, plainNeighbors } from "../kernels/reference/chaos";
import { benchContext, coldKernels, contextOf } from "./context";
import { faster, measure, report, tabulate } from "./measure";
import { garchReturns } from "./paths";
import { atMostFloor, LONGEST_CALL } from "./yardstick";

const STEPS = 20;
const THEILER = 20;
const QUIET_ROUNDS = 5;

const context = await benchContext();
const chaos = await context.load("chaos");
const noise = garchReturns(context, 100_000, "normal");
const flow = lorenz(100_000, [10, 28, 8 / 3], 0.02, 1000);
const embeddingOf = (dimension: number) => ({ dimension, lag: 1, theiler: THEILER });

/** Neighbors and divergence curve of the first `n` values, the copy into the kernels' memory included. */
async function curveOf(run: JobContext, values: Float64Array, n: number, dimension: number, method: "auto" | "tree" | "diagonal" = "auto") {
  const kernels = await run.load("chaos");
  return run.arena.scope(() => {
    const column = scaledColumn(run, run.arena.put(values.subarray(0, n)), n);
    if (column === null) throw new Error("no variation");
    return divergenceOf(run, kernels, column, embeddingOf(dimension), STEPS, method);
  });
}

for (const [n, dimension] of [
  [2000, 8],
  [5000, 10],
]) {
  it(`Rosenstein, ${n} returns, m = ${dimension}`, async ({ task }) => {
    const values = noise.slice(0, n);
    const points = pointsOf(n, embeddingOf(dimension), STEPS - 1);
    const twin = () => plainDivergence(values, plainNeighbors(values, dimension, 1, THEILER, points), dimension, 1, STEPS);
    const { curve } = await curveOf(context, values, n, dimension);
    for (const [k, s] of twin().entries()) expect(curve[k]).toBeCloseTo(s, 11);
    const timings = await measure(
      [
        { name: "neighbors and curve", run: () => curveOf(context, values, n, dimension) },
        { name: "test twin, all pairs", run: twin },
      ],
      5,
    );
    tabulate(task.meta, `neighbors and divergence, m = ${dimension}`, n, timings[0], { twin: timings[1] });
    report(task.meta, `Rosenstein, ${n} GARCH returns, m = ${dimension}`, timings, { count: n, unit: "value" }, [
      faster(`Rosenstein, ${n} returns: speed of the plain search`, timings[1], timings[0], 20),
    ]);
  });
}

it("Rosenstein, long series", async ({ task }) => {
  const long = (name: string, values: Float64Array, n: number, dimension: number, method: "auto" | "tree" | "diagonal" = "auto") => ({
    name,
    run: () => curveOf(context, values, n, dimension, method),
  });
  const timings = await measure(
    [
      ...[3, 5, 8, 10].map((dimension) => long(`20,000 returns, m = ${dimension}`, noise, 20_000, dimension)),
      long("20,000 returns, m = 8, diagonals", noise, 20_000, 8, "diagonal"),
      long("20,000 returns, m = 8, tree", noise, 20_000, 8, "tree"),
      long("100,000 returns, m = 8", noise, 100_000, 8),
      long("100,000 values of the Lorenz flow, m = 3", flow, 100_000, 3),
    ],
    3,
  );
  const slowest = Math.max(...timings.slice(0, 4).map(({ millis }) => millis));
  report(task.meta, "Rosenstein, neighbors and curve", timings, { count: 20_000, unit: "value" }, [
    atMostFloor("Rosenstein, 20,000 returns, slowest m up to 10, per pair", slowest, "chain", 20_000 ** 2 / 2, 0.45),
    atMostFloor("Rosenstein, 100,000 returns, m = 8, per pair", timings[6].millis, "chain", 100_000 ** 2 / 2, 0.18),
    atMostFloor("Rosenstein, 100,000 values of a flow, per value", timings[7].millis, "chain", 100_000, 750),
  ]);
});

it("Fourier transforms", async ({ task }) => {
  const { arena } = context;
  const candidates = [4000, 4096, 4001, 1 << 20].map((n) => {
    const plan = arena.takeBytes(chaos.fftBytes(n, 1));
    const input = arena.put(Float64Array.from({ length: n }, (_, i) => noise[i % noise.length]));
    const output = arena.take(n + 2);
    chaos.fftPlan(plan, n, 1);
    const run = () => {
      chaos.fftStart(plan, input, output, 0);
      while (chaos.fftStep(plan, 100_000));
    };
    return { name: `${n.toLocaleString("en")} real values`, run };
  });
  const timings = await measure(candidates, 5);
  tabulate(task.meta, "fft, real", 4096, timings[1]);
  tabulate(task.meta, "fft, real, prime length", 4001, timings[2]);
  report(task.meta, "Fourier transforms", timings, { count: 4096, unit: "value" });
});

it("longest single call, on fresh instances", async ({ task }) => {
  const surrogate = { values: noise.slice(0, 4000), method: "iaaft" as const, seed: 1, number: 1 };
  const paths: [string, (run: JobContext) => Promise<unknown>][] = [
    ["divergence, 100,000 returns, m = 8", (run) => curveOf(run, noise, 100_000, 8)],
    ["divergence, 20,000 returns, m = 10", (run) => curveOf(run, noise, 20_000, 10)],
    ["divergence, 100,000 values of a flow", (run) => curveOf(run, flow, 100_000, 3)],
    [
      "Kantz and 0-1 test, 100,000 values",
      async (run) => {
        const kernels = await run.load("chaos");
        run.arena.scope(() => {
          const column = scaledColumn(run, run.arena.put(flow), flow.length);
          if (column === null) throw new Error("no variation");
          const options = { radius: 0.2, most: 32, fewest: 2, references: 1000, spread: true };
          kantzOf(run, kernels, column, embeddingOf(3), 200, options);
          zeroOneTest(run, kernels, column, 10, 1);
        });
      },
    ],
    [
      "surrogate of 4,000 values",
      (run) => measureSurrogate({ ...surrogate, embedding: embeddingOf(3), steps: STEPS, region: { from: 0, to: 12 } }, run),
    ],
  ];
  for (const [name, run] of paths) {
    // The calls come in the same order every time; the fastest of each is its time on an otherwise idle processor.
    const quietest: { kernel: string; millis: number }[] = [];
    for (let round = 0; round < QUIET_ROUNDS; round++) {
      for (const [place, call] of (await callsOf(run)).entries()) {
        if (!(quietest[place]?.millis <= call.millis)) quietest[place] = call;
      }
    }
    const { kernel, millis } = quietest.reduce((longest, call) => (call.millis > longest.millis ? call : longest));
    report(task.meta, `longest call: ${name}`, [{ name: kernel, millis, rounds: [millis] }], { count: 1, unit: "value" }, [
      atMostFloor(`longest call, millions of steps: ${name}`, millis, "chain", 1e6, LONGEST_CALL),
    ]);
  }
});

/** Every call into the chaos kernels, in order, on instances new to the engine. */
async function callsOf(run: (context: JobContext) => Promise<unknown>): Promise<{ kernel: string; millis: number }[]> {
  const calls: { kernel: string; millis: number }[] = [];
  const set = await coldKernels();
  const kernels = await set.load("chaos");
  const timed = new Proxy(kernels, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        const started = performance.now();
        const result: unknown = value(...values);
        calls.push({ kernel: String(name), millis: performance.now() - started });
        return result;
      };
    },
  });
  // Only the chaos module is asked for here.
  const load = (() => Promise.resolve(timed)) as unknown as JobContext["load"];
  await run({ ...contextOf(set), load });
  return calls;
}
