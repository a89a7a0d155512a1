import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../workers/runtime/job";
import type { KernelsOf } from "../../workers/runtime/wasm/kernels";
import { testContext } from "./context";
import { randomWalk } from "./reference/random";

let context: JobContext;
let structure: KernelsOf<"structure">;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

const N = 300;
type Run = (x: number, from: number, to: number, out: number, state: number) => void;
/** A kernel from column to column. Values are homogeneous of degree `degree` in prices; `first` is the first row that is defined. */
interface ColumnKernel {
  degree: 0 | 1;
  first: number;
  /** Value for constant prices. */
  constant: (price: number) => number;
  run: Run;
}

const KERNELS: Record<string, ColumnKernel> = {
  sma: { degree: 1, first: 19, constant: (price) => price, run: (x, from, to, out) => context.kernels.sma(x, from, to, 20, out) },
  ema: { degree: 1, first: 19, constant: (price) => price, run: (x, from, to, out) => context.kernels.ema(x, from, to, 20, out) },
  rsi: { degree: 0, first: 14, constant: () => 50, run: (x, from, to, out, state) => context.kernels.rsi(x, from, to, 14, out, state) },
  momentum: { degree: 1, first: 10, constant: () => 0, run: (x, from, to, out) => context.kernels.momentum(x, from, to, 10, out) },
  logReturns: { degree: 0, first: 1, constant: () => 0, run: (x, from, to, out) => context.kernels.logReturns(x, from, to, out) },
  simpleReturns: { degree: 0, first: 1, constant: () => 0, run: (x, from, to, out) => context.kernels.simpleReturns(x, from, to, out) },
  drawdown: { degree: 0, first: 0, constant: () => 0, run: (x, from, to, out, state) => context.kernels.drawdown(x, from, to, out, state) },
  trend: { degree: 0, first: 0, constant: () => 0, run: (x, from, to, out) => context.kernels.trend(x, from, to, 5, 20, out) },
  patternComplexity: {
    degree: 0,
    first: 0,
    constant: () => 0,
    run: (x, from, to, out) => void context.kernels.patternComplexity(x, from, to, 20, out),
  },
  efficiencyRatio: { degree: 0, first: 10, constant: () => 0, run: (x, from, to, out) => structure.efficiencyRatio(x, from, to, 10, out) },
};

function columnOf({ run }: ColumnKernel, prices: ArrayLike<number>, cuts = [0, prices.length]): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const x = arena.put(Float64Array.from(prices));
    const [out, state] = [arena.put(new Float64Array(prices.length).fill(Number.NaN)), arena.put(new Float64Array(16))];
    for (let i = 1; i < cuts.length; i++) run(x, cuts[i - 1], cuts[i], out, state);
    return arena.view(out, prices.length).slice();
  });
}

const PRICES = randomWalk(N, 21);

describe.each(Object.entries(KERNELS))("%s", (_, kernel) => {
  const whole = () => columnOf(kernel, PRICES);

  it("scales exactly with prices: doubled, tiny and huge", () => {
    const plain = whole();
    for (const power of [1, -500, 500]) {
      const scaled = columnOf(
        kernel,
        PRICES.map((price) => price * 2 ** power),
      );
      expect(scaled).toEqual(plain.map((value) => value * (kernel.degree === 1 ? 2 ** power : 1)));
    }
  });

  it("is defined from the end of its warm-up on, and not before", () => {
    const plain = whole();
    expect(plain.findIndex(Number.isFinite)).toBe(kernel.first);
    expect(plain.subarray(kernel.first).every(Number.isFinite)).toBe(true);
  });

  it("has its defined value for constant prices at any level", () => {
    for (const price of [1, 0.1, 3e-7, 7e11]) {
      const flat = columnOf(kernel, new Float64Array(N).fill(price)).subarray(kernel.first);
      for (const value of flat) expect(Math.abs(value - kernel.constant(price))).toBeLessThanOrEqual(1e-12 * kernel.constant(price));
    }
  });

  it("on a prefix of the prices is a prefix of the result", () => {
    const plain = whole();
    for (const length of [1, 2, 3, 15]) expect(columnOf(kernel, PRICES.subarray(0, length))).toEqual(plain.subarray(0, length));
  });

  it("in chunks of 64 matches one call, within rounding", () => {
    const plain = whole();
    const cut = columnOf(kernel, PRICES, [0, 64, 128, 192, 256, N]);
    for (let t = kernel.first; t < N; t++) expect(Math.abs(cut[t] - plain[t])).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(plain[t])));
  });
});
