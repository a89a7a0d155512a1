import { beforeAll, describe, expect, it } from "vitest";
import { chooseDimension, chooseLagByInformation } from "../../../workers/chaos/choose-embedding";
import type { ChaosKernels } from "../../../workers/chaos/neighbors";
import { chooseSettings, roomFor } from "../../../workers/chaos/settings";
import { rhythmOf } from "../../../workers/numerics/spectrum";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { plainFalseShare, plainInformation, plainNeighbors } from "../reference/chaos";
import { henon, logistic, lorenz, noise, rossler, scaled } from "./chaos-series";

let context: JobContext;
let chaos: ChaosKernels;
beforeAll(async () => {
  context = await testContext();
  chaos = await context.load("chaos");
});

const inScope = <T>(work: () => T): T => context.arena.scope(work);
const choose = (values: Float64Array, settings = {}) => inScope(() => chooseSettings(context, chaos, scaled(context, values), settings));
const FLOW = lorenz(4000, [10, 28, 8 / 3], 0.02, 1000);

function orderOf(values: Float64Array): number[] {
  return inScope(() => {
    const order = context.arena.takeBytes(4 * values.length);
    chaos.sortOrder(context.arena.put(values), values.length, order, context.arena.takeBytes(chaos.sortOrderBytes(values.length)));
    return [...new Int32Array(context.kernels.memory.buffer, order, values.length)];
  });
}

describe("sorting order", () => {
  it("is the stable order of the values, whatever their magnitude and sign", () => {
    const wide = Float64Array.from(noise(3000), (x, i) => Math.round(20 * x) * 10 ** ((i % 600) - 300));
    const special = Float64Array.of(0, -0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 1, 1, -1, -1, 0, -0);
    for (const values of [noise(2048), wide, special, new Float64Array(50).fill(3), Float64Array.of(2)]) {
      const expected = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
      expect(orderOf(values)).toEqual(expected);
    }
  });
});

describe("mean period and decay of the autocorrelation", () => {
  it("match plain sums to 1e-9", () => {
    const values = FLOW.slice(0, 300);
    const n = values.length;
    const mean = values.reduce((sum, x) => sum + x, 0) / n;
    let [power, weighted] = [0, 0];
    for (let k = 1; k <= n; k++) {
      let [re, im] = [0, 0];
      for (const [t, x] of values.entries()) {
        re += (x - mean) * Math.cos((Math.PI * ((k * t) % (2 * n))) / n);
        im += (x - mean) * Math.sin((Math.PI * ((k * t) % (2 * n))) / n);
      }
      power += re * re + im * im;
      weighted += (k / (2 * n)) * (re * re + im * im);
    }
    const correlation = (lag: number) => {
      let sum = 0;
      for (let t = lag; t < n; t++) sum += (values[t] - mean) * (values[t - lag] - mean);
      return sum;
    };
    let decay = 1;
    while (correlation(decay) >= (1 - 1 / Math.E) * correlation(0)) decay++;
    const found = inScope(() => rhythmOf(context, chaos, scaled(context, values)));
    expect(Math.abs(found.meanPeriod / (power / weighted) - 1)).toBeLessThan(1e-9);
    expect(found.decay).toBe(decay);
  });

  it("a sine wave has its own period, up to leakage at the ends", () => {
    const wave = Float64Array.from({ length: 4000 }, (_, t) => Math.sin((2 * Math.PI * t) / 40));
    expect(Math.abs(inScope(() => rhythmOf(context, chaos, scaled(context, wave))).meanPeriod - 40)).toBeLessThan(2);
  });
});

describe("mutual information", () => {
  it("matches the plain sum to 1e-12", () => {
    const values = FLOW.slice(0, 900);
    const bins = 6;
    const classes = new Array<number>(values.length);
    for (const [rank, i] of orderOf(values).entries()) classes[i] = Math.floor((rank * bins) / values.length);
    inScope(() => {
      const { arena } = context;
      const [order, bytes, table] = [arena.takeBytes(4 * 900), arena.takeBytes(900), arena.takeBytes(4 * (bins * bins + 2 * bins))];
      chaos.sortOrder(arena.put(values), 900, order, arena.takeBytes(chaos.sortOrderBytes(900)));
      chaos.rankClasses(order, 900, bins, bytes);
      expect([...arena.bytes(bytes, 900)]).toEqual(classes);
      for (const lag of [1, 7, 30, 400]) {
        expect(Math.abs(chaos.mutualInformation(bytes, 900, lag, bins, table) - plainInformation(classes, lag))).toBeLessThan(1e-12);
      }
    });
  });

  it("has its first minimum near 0.16 time units for the Lorenz flow, as in the literature; none if it only decays", () => {
    const lagOf = (values: Float64Array, most: number) =>
      inScope(() => chooseLagByInformation(context, chaos, scaled(context, values), most));
    const lag = lagOf(FLOW, 60) ?? 0;
    expect(lag).toBeGreaterThanOrEqual(6);
    expect(lag).toBeLessThanOrEqual(11);
    let sum = 0;
    expect(
      lagOf(
        noise(3000).map((x) => (sum = 0.99 * sum + x)),
        5,
      ),
    ).toBeNull();
  });
});

describe("false nearest neighbors", () => {
  it("counts match the plain loop", () => {
    const values = henon(600);
    const { deviation } = scaled(context, values);
    const shares = inScope(() => chooseDimension(context, chaos, scaled(context, values), 1, 10).shares);
    for (const [index, share] of shares.entries()) {
      const dimension = index + 1;
      const nearest = plainNeighbors(values, dimension, 1, 10, 600 - dimension);
      expect(share).toBe(plainFalseShare(values, nearest, dimension, 1, deviation));
    }
  });

  it("give the known dimensions of the systems, and none for noise", () => {
    const dimensionOf = (values: Float64Array, lag: number, theiler: number) =>
      inScope(() => chooseDimension(context, chaos, scaled(context, values), lag, theiler).dimension);
    expect(dimensionOf(logistic(3000), 1, 10)).toBe(2);
    expect(dimensionOf(henon(3000), 1, 10)).toBe(2);
    expect(dimensionOf(FLOW, 8, 60)).toBe(3);
    expect(dimensionOf(rossler(4000, [0.15, 0.2, 10], 0.1, 1000), 10, 60)).toBe(3);
    expect(dimensionOf(noise(3000), 1, 10)).toBeNull();
  });
});

describe("automatic settings", () => {
  it("are inferred from the series, and reported", () => {
    const flow = choose(FLOW);
    expect(flow.origin).toEqual({ lag: "autocorrelation", dimension: "false neighbors", theiler: "mean period" });
    expect(flow.lag).toBeGreaterThan(4);
    expect(flow.lag).toBeLessThan(15);
    expect(flow.dimension).toBe(3);
    expect(flow.theiler).toBe(Math.ceil(flow.meanPeriod));
    expect(choose(FLOW, { lagRule: "information" }).origin.lag).toBe("information");
  });

  it("are lag 1, dimension 3, Theiler window 10, 20 steps for returns without structure", () => {
    expect(choose(noise(2000))).toMatchObject({ lag: 1, dimension: 3, theiler: 10, steps: 20, origin: { dimension: "default" } });
  });

  it("are overridden by manual settings", () => {
    const set = choose(noise(500), { lag: 2, dimension: 4, theiler: 0, steps: 15 });
    expect(set).toMatchObject({ lag: 2, dimension: 4, theiler: 0, steps: 15, falseNeighbors: null });
    expect(set.origin).toEqual({ lag: "given", dimension: "given", theiler: "given" });
  });

  it("report how many points remain", () => {
    const embedding = { dimension: 3, lag: 2, theiler: 10 };
    expect(roomFor(100, embedding, 20)).toEqual({ points: 76, enough: true });
    expect(roomFor(70, embedding, 20).enough).toBe(false);
    expect(roomFor(100, { ...embedding, theiler: 40 }, 20).enough).toBe(false);
  });
});
