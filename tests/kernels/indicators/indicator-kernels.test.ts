import { beforeAll, describe, expect, it } from "vitest";
import { barsBlock } from "../../../assembly/build/indicators-layouts.js";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { expectColumn } from "../columns";
import { testContext } from "../context";
import { addScaledTwin, adxTwin, atrTwin, type Bars, extremesTwin, obvTwin, placeTwin, vwapTwin, wmaTwin } from "../reference/indicators";
import { randomWalk } from "../reference/random";
import { expectTwin } from "../twin-run";

const N = 2600;
/** Lengths of chunks around the kernels' own blocks. */
const CHUNKS = [1, 7, 1024, 1030];
const PERIODS = [1, 2, 5, 14, 200, 1500];

let context: JobContext;
let indicators: KernelsOf<"indicators">;
beforeAll(async () => {
  context = await testContext();
  indicators = await context.load("indicators");
});

const close = randomWalk(N, 21);
const noise = randomWalk(N, 22);
const bars: Bars = {
  close,
  high: close.map((value, t) => value * (1 + 0.01 * Math.abs(Math.sin(noise[t] * 7)))),
  low: close.map((value, t) => value * (1 - 0.01 * Math.abs(Math.cos(noise[t] * 5)))),
  volume: close.map((_, t) => (t % 11 === 0 ? 0 : Math.round(1e4 * Math.abs(Math.sin(noise[t] * 3))))),
};
const columns = ({ high, low, close, volume }: Bars) => [high, low, close, volume];

/** A kernel that reads whole bars, with one, or for the directional index three, columns to fill. */
function onBars(kernel: "averageTrueRange" | "volumePrice" | "directional", period: number) {
  let block = 0;
  return ([high, low, close, volume]: number[], [out, plus = 0, minus = 0, state = 0]: number[], from: number, to: number) => {
    if (from === 0) block = context.arena.block(barsBlock, { high, low, close, volume, period, out, plus, minus, state });
    indicators[kernel](block, from, to);
  };
}

describe("kernels of indicators give what their plain twins give, in one call and in chunks", () => {
  it.each(PERIODS)("with windows of %i", (period) => {
    const given = { n: N, chunks: CHUNKS };
    // Sums in another order; the largest value is some hundred times the smallest.
    const tolerance = 1e-12;
    expectTwin(context, {
      ...given,
      inputs: [close],
      outs: [N],
      call: ([x], [out], from, to) => indicators.weightedMean(x, from, to, period, out),
      expected: [wmaTwin(close, period)],
      tolerance,
    });
    const scratch = context.arena.take(period);
    expectTwin(context, {
      ...given,
      inputs: [close],
      outs: [N, N],
      call: ([x], [highest, lowest], from, to) => {
        indicators.highestOf(x, from, to, period, scratch, highest);
        indicators.lowestOf(x, from, to, period, scratch, lowest);
      },
      expected: extremesTwin(close, period),
    });
    expectTwin(context, {
      ...given,
      inputs: columns(bars),
      outs: [N],
      call: onBars("averageTrueRange", period),
      expected: [atrTwin(bars, period)],
      tolerance,
    });
    expectTwin(context, {
      ...given,
      inputs: columns(bars),
      outs: [N],
      call: onBars("volumePrice", period),
      expected: [vwapTwin(bars, period)],
      tolerance,
    });
  });

  it.each([2, 5, 14, 200])("the directional index over %i bars", (period) => {
    const [plus, minus, adx] = adxTwin(bars, period);
    const run = onBars("directional", period);
    const state = context.arena.take(4);
    expectTwin(context, {
      n: N,
      chunks: CHUNKS,
      inputs: columns(bars),
      outs: [N, N, N],
      call: (inputs, outs, from, to) => run(inputs, [...outs, state], from, to),
      expected: [adx, plus, minus],
      tolerance: 1e-12,
    });
  });

  it("on-balance volume, places within a range and multiples added, to the bit", () => {
    expectTwin(context, {
      n: N,
      inputs: [close, bars.volume],
      outs: [N],
      call: ([x, volume], [out], from, to) => indicators.onBalanceVolume(x, volume, from, to, out),
      expected: [obvTwin(bars)],
    });
    const flat = bars.high.map((value, t) => (t % 5 === 0 ? bars.low[t] : value));
    expectTwin(context, {
      n: N,
      inputs: [close, flat, bars.low],
      outs: [N],
      call: ([x, high, low], [out], from, to) => indicators.placeWithin(x, high, low, from, to, out),
      expected: [placeTwin(close, flat, bars.low)],
    });
    expectTwin(context, {
      n: N,
      inputs: [close, bars.high],
      outs: [N],
      call: ([x, y], [out], from, to) => indicators.addScaled(x, y, from, to, -0.3, out),
      expected: [addScaledTwin(close, bars.high, -0.3)],
    });
  });

  it("nothing is a price where nothing was traded, however much was traded before", () => {
    const volume = bars.volume.map((value, t) => (t < 100 ? value * 1e9 + 0.1 : 0));
    expectTwin(context, {
      n: 300,
      inputs: columns({ ...bars, volume }),
      outs: [300],
      call: onBars("volumePrice", 20),
      expected: [vwapTwin({ ...bars, volume }, 20).subarray(0, 300)],
      tolerance: 1e-10,
    });
  });
});

describe("invariants", () => {
  const run = (kernel: "averageTrueRange" | "directional" | "volumePrice", given: Bars): Float64Array =>
    context.arena.scope(() => {
      const addresses = columns(given).map((column) => context.arena.put(column));
      const outs = [N, N, N, 4].map((length) => context.arena.take(length));
      onBars(kernel, 14)(addresses, outs, 0, N);
      return context.arena.view(outs[0], N).slice();
    });
  const prices = (change: (value: number) => number): Bars => ({
    high: bars.high.map(change),
    low: bars.low.map(change),
    close: bars.close.map(change),
    volume: bars.volume,
  });

  it("a price in another unit has ranges and averages in it, and the same direction, to the bit", () => {
    const scaled = prices((value) => value * 1024);
    for (const kernel of ["averageTrueRange", "volumePrice"] as const) {
      expect(run(kernel, scaled)).toEqual(run(kernel, bars).map((value) => value * 1024));
    }
    expect(run("directional", scaled)).toEqual(run("directional", bars));
  });

  it("a price some levels higher has the same ranges and direction, and volumes in another unit the same average", () => {
    const shifted = prices((value) => value + 1000);
    const near = (found: Float64Array, expected: Float64Array, tolerance: number) => expectColumn(found, expected, 0, tolerance);
    near(run("averageTrueRange", shifted), run("averageTrueRange", bars), 1e-9);
    near(run("directional", shifted), run("directional", bars), 1e-6);
    const traded = { ...bars, volume: bars.volume.map((value) => value * 4096) };
    expect(run("volumePrice", traded)).toEqual(run("volumePrice", bars));
  });
});
