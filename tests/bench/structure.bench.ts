import { expect, it } from "vitest";
import { rollingOrdinalEntropyBlock } from "../../assembly/build/structure-layouts.js";
import { diagonalsOf } from "../../workers/structure/profile-order";
import { profilePart } from "../../workers/structure/profile-part";
import { detrendedFluctuation, rescaledRangeHurst, windowLengths } from "../../workers/structure/scaling";
import { takeSteps } from "../../workers/structure/steps";
import { varianceRatios } from "../../workers/structure/variance-ratio";
import { ordinalCodesTwin } from "../kernels/reference/ordinal";
import { matrixProfileTwin } from "../kernels/reference/shapes";
import { efficiencyTwin, fluctuationTwin, rescaledRangeTwin, varianceRatioTwin } from "../kernels/reference/walks";
import { benchContext } from "./context";
import { faster, measure, report, tabulate, within } from "./measure";
import { pricePath } from "./paths";
import { atMostFloor } from "./yardstick";

const context = await benchContext();
const structure = await context.load("structure");
const { arena } = context;
const WIDTH = 22;
const HORIZONS = [2, 4, 8, 16];

const returnsOf = (prices: Float64Array) => prices.slice(1).map((price, t) => Math.log(price / prices[t]));

it("ordinal patterns and efficiency of 20,000 values", async ({ task }) => {
  const n = 20_000;
  const prices = pricePath(n);
  const [x, codes, out] = [arena.put(prices), arena.takeBytes(2 * n), arena.take(n)];
  const scratch = arena.takeBytes(4 * 5040 + 8 * 200);
  structure.ordinalCodes(x, 0, n, 4, 1, codes);
  expect([...new Int16Array(context.kernels.memory.buffer, codes, n)]).toEqual(ordinalCodesTwin(prices, 4, 1));
  const patterns = await measure([
    { name: "ordinal codes, order 4", run: () => structure.ordinalCodes(x, 0, n, 4, 1, codes) },
    { name: "ordinal codes, order 7", run: () => structure.ordinalCodes(x, 0, n, 7, 1, codes) },
    { name: "ordinal codes, order 4, test twin", run: () => ordinalCodesTwin(prices, 4, 1) },
  ]);
  structure.ordinalCodes(x, 0, n, 4, 1, codes);
  const rest = await measure([
    {
      name: "rolling entropy of 125 patterns",
      run: () =>
        structure.rollingOrdinalEntropy(arena.block(rollingOrdinalEntropyBlock, { codes, order: 4, window: 125, scratch, out }), 0, n),
    },
    { name: "efficiency ratio over 10 steps", run: () => structure.efficiencyRatio(x, 0, n, 10, out) },
    { name: "efficiency ratio, test twin", run: () => efficiencyTwin(prices, 10) },
  ]);
  tabulate(task.meta, "ordinalCodes, order 4", n, patterns[0], { twin: patterns[2] });
  tabulate(task.meta, "rollingOrdinalEntropy", n, rest[0]);
  tabulate(task.meta, "efficiencyRatio", n, rest[1], { twin: rest[2] });
  report(task.meta, "order and efficiency, 20,000 values", [...patterns, ...rest], { count: n, unit: "value" }, [
    within("ordinal codes: time of order 7 against order 4", patterns[1], patterns[0], 1.3),
    faster("ordinal codes: speed of the twin", patterns[2], patterns[0], 50),
    faster("efficiency ratio: speed of the twin", rest[2], rest[1], 10),
  ]);
});

it("variance ratios, rescaled range and detrended fluctuation of 5,000 returns", async ({ task }) => {
  const n = 5000;
  const returns = returnsOf(pricePath(n + 1));
  const address = arena.put(returns);
  const over =
    <T>(work: (steps: ReturnType<typeof takeSteps>) => T) =>
    () =>
      arena.scope(() => work(takeSteps(context, structure, address, n)));
  const runs = {
    ratios: over((steps) => varianceRatios(context, structure, steps, HORIZONS)),
    range: over((steps) => rescaledRangeHurst(context, structure, steps)),
    fluctuation: over((steps) => detrendedFluctuation(context, structure, steps)),
  };
  expect(runs.ratios()[3].ratio).toBeCloseTo(varianceRatioTwin(returns, 16).ratio, 10);
  const [ratios, plainRatios, range, plainRange, fluctuation, plainFluctuation] = await measure([
    { name: "variance ratios, 4 horizons", run: runs.ratios },
    { name: "variance ratios, test twin", run: () => HORIZONS.map((q) => varianceRatioTwin(returns, q)) },
    { name: "rescaled range, all windows", run: runs.range },
    { name: "rescaled range, test twin", run: () => windowLengths(n).map((size) => rescaledRangeTwin(returns, size)) },
    { name: "detrended fluctuation, all windows", run: runs.fluctuation },
    { name: "detrended fluctuation, test twin", run: () => windowLengths(n).map((size) => fluctuationTwin(returns, size)) },
  ]);
  const timings = [ratios, plainRatios, range, plainRange, fluctuation, plainFluctuation];
  tabulate(task.meta, "variance ratios, 4 horizons", n, ratios, { twin: plainRatios });
  tabulate(task.meta, "rescaled range, all windows", n, range, { twin: plainRange });
  tabulate(task.meta, "detrended fluctuation, all windows", n, fluctuation, { twin: plainFluctuation });
  report(task.meta, "walks, 5,000 returns", timings, { count: n, unit: "value" }, [
    faster("variance ratios: speed of the twin", plainRatios, ratios, 10),
    faster("rescaled range: speed of the twin", plainRange, range, 10),
    faster("detrended fluctuation: speed of the twin", plainFluctuation, fluctuation, 10),
  ]);
});

const groupsOf = (n: number, width: number): number => diagonalsOf(n, width)?.groups ?? 0;

/** The same diagonals in plain JavaScript, one at a time. */
function plainProfile(x: Float64Array, m: number, first: number): Float64Array {
  const w = x.length - m + 1;
  const [mean, inverse, df, dg, best] = Array.from({ length: 5 }, () => new Float64Array(w));
  for (let i = 0; i < w; i++) {
    for (let k = 0; k < m; k++) mean[i] += x[i + k] / m;
    for (let k = 0; k < m; k++) inverse[i] += (x[i + k] - mean[i]) ** 2;
    inverse[i] = 1 / Math.sqrt(inverse[i]);
    if (i > 0) {
      df[i] = (x[i + m - 1] - x[i - 1]) / 2;
      dg[i] = x[i + m - 1] - mean[i] + (x[i - 1] - mean[i - 1]);
    }
  }
  best.fill(-2);
  for (let k = first; k < w; k++) {
    let covariance = 0;
    for (let j = 0; j < m; j++) covariance += (x[j] - mean[0]) * (x[k + j] - mean[k]);
    for (let i = 0; i < w - k; i++) {
      covariance += df[i] * dg[i + k] + dg[i] * df[i + k];
      const correlation = covariance * inverse[i] * inverse[i + k];
      if (correlation > best[i]) best[i] = correlation;
      if (correlation > best[i + k]) best[i + k] = correlation;
    }
  }
  return best;
}

it("matrix profile of 5,000 log prices in windows of 22", async ({ task }) => {
  const values = pricePath(5000).map(Math.log);
  const short = values.slice(0, 500);
  const first = Math.ceil(WIDTH / 4) + 1;
  const run = (column: Float64Array) => () =>
    profilePart(context, structure, { values: column, width: WIDTH, from: 0, to: groupsOf(column.length, WIDTH) }).best;
  const [found, plain] = [run(values)(), plainProfile(values, WIDTH, first)];
  for (const at of [0, 1234, 4000]) expect(found[at]).toBeCloseTo(plain[at], 9);
  const pairs = (values.length - WIDTH + 1 - first) ** 2 / 2;
  const whole = await measure([
    { name: "matrix profile kernel, per pair", run: run(values) },
    { name: "the same diagonals in plain JavaScript, per pair", run: () => plainProfile(values, WIDTH, first) },
  ]);
  const small = await measure([
    { name: "matrix profile kernel, 500 values", run: run(short) },
    { name: "test twin, all pairs one by one, 500 values", run: () => matrixProfileTwin(short, WIDTH, first - 1) },
  ]);
  tabulate(task.meta, "matrix profile, per pair", values.length, whole[0], { count: pairs, twin: whole[1] });
  report(task.meta, "matrix profile, 5,000 values", whole, { count: pairs, unit: "value" }, [
    faster("matrix profile: speed of plain JavaScript", whole[1], whole[0], 4),
  ]);
  report(task.meta, "matrix profile, 500 values", small, { count: short.length, unit: "value" }, [
    faster("matrix profile: speed of the twin, 500 values", small[1], small[0], 20),
  ]);
});

it("matrix profile of 131,072 log prices in windows of 50", async ({ task }) => {
  const [n, width] = [2 ** 17, 50];
  const values = pricePath(n).map(Math.log);
  const first = Math.ceil(width / 4) + 1;
  const windows = n - width + 1;
  const batch = () => {
    const started = performance.now();
    const { best } = profilePart(context, structure, { values, width, from: 0, to: groupsOf(n, width) });
    const millis = performance.now() - started;
    expect(best.every((correlation) => correlation > 0 && correlation < 1 + 1e-9)).toBe(true);
    return millis;
  };
  // The first round of a comparison in rounds, including the statistics and columns that each part begins and ends with.
  const look = groupsOf(n, width) >> 6;
  const first64 = () => profilePart(context, structure, { values, width, from: 0, to: look }).best;
  // A call takes seconds: two are enough.
  const [whole] = await measure([{ name: "matrix profile on one thread, per pair", batch }], 2);
  const [glance] = await measure([{ name: "the first 64th of its diagonals, per pair", run: first64 }], 5);
  const pairs = (windows - first) ** 2 / 2;
  report(task.meta, "matrix profile, 131,072 values", [whole], { count: pairs, unit: "value" }, [
    atMostFloor("matrix profile of 131,072 values, per pair", Math.min(...whole.rounds), "chain", pairs, 0.5),
  ]);
  report(task.meta, "first look at 131,072 values", [glance], { count: pairs / 64, unit: "value" }, [
    atMostFloor("first 64th of a matrix profile, per pair", Math.min(...glance.rounds), "chain", pairs / 64, 0.8),
  ]);
}, 120_000);
