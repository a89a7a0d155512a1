import { beforeAll, describe, expect, it } from "vitest";
import { because } from "../../../workers/contract";
import { evaluateRegimes } from "../../../workers/regimes/jobs/evaluate-regimes";
import { fitRegimesJob } from "../../../workers/regimes/jobs/fit-regimes";
import { type RegimeShades, type ShadeRegimesInput, shadeRegimes } from "../../../workers/regimes/jobs/shade-regimes";
import { type TimedRegimes, type TimeRegimesInput, timeRegimes } from "../../../workers/regimes/jobs/time-regimes";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf, says, toldOutcome } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";
import { plainShifts, plainTiming } from "../reference/regime-timing";
import { plainRegimes } from "../reference/regimes";

let context: JobContext;
let prices: Float64Array;
const DAY = 252;
const RISK_FREE = 0.02;

async function time(change: Partial<TimeRegimesInput> = {}): Promise<TimedRegimes> {
  const mark = context.kernels.arenaMark();
  const outcome = await timeRegimes({ values: prices, kind: "auto", ...change }, context);
  expect(context.kernels.arenaMark()).toBe(mark);
  if (!outcome.ok) throw new Error(failureText(outcome.failure));
  return outcome.value;
}

/** Prices that rise for about `stay` steps, then fall for about as many; without a stay they only wander. */
function walk(stay: number): Float64Array {
  let state = 7;
  const uniform = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const out = new Float64Array(1601).fill(100);
  let [left, drift] = [stay, 0.003];
  for (let t = 1; t <= 1600; t++) {
    if (left-- < 0) [left, drift] = [stay * (0.4 + 1.2 * uniform()), -drift];
    out[t] = out[t - 1] * (1 + (stay > 0 ? drift : 0) + 0.01 * (uniform() + uniform() + uniform() - 1.5));
  }
  return out;
}

const simpleOf = (values: Float64Array) => Float64Array.from({ length: values.length - 1 }, (_, t) => values[t + 1] / values[t] - 1);

beforeAll(async () => {
  context = await testContext();
  const values = await goldenColumn("series/syn_regime2_5000.csv", "ret");
  if (!values) throw new Error("the series is a fixture");
  prices = new Float64Array(2001).fill(100);
  // Rounded, so that engines whose exponentials differ in the last bit make the same prices.
  for (let t = 0; t < 2000; t++) prices[t + 1] = Number((prices[t] * Math.exp(values[t] / 100)).toFixed(6));
});

describe("regime timing", () => {
  it("fits on the first half and trades the second: positions, wealth and every shift equal plain loops", async () => {
    const cost = 0.001;
    const found = await time({ cost });
    expect(found).toMatchObject({ first: 1000, n: 1000, lookAhead: false, avoided: "Bear" });
    const half = await fitRegimesJob({ values: prices.slice(0, 1001), kind: "prices", times: null, compare: false }, context);
    if (!half.ok) throw new Error(failureText(half.failure));
    // The model knows the first half only: it is the very fit of that half.
    expect(found.model.transition).toEqual(half.value.transition);
    expect(found.model.mean).toEqual(half.value.regimes.map(({ mean }) => mean));

    const simple = simpleOf(prices).slice(1000);
    const logarithmic = Float64Array.from({ length: 2000 }, (_, t) => 100 * Math.log(prices[t + 1] / prices[t]));
    const risk = plainRegimes(logarithmic, found.model)
      .filtered.slice(1000)
      .map(([, bear]) => bear);
    const twin = plainTiming(risk, simple, 0.5, RISK_FREE / DAY, cost);
    expect(twin.positions).toEqual(Array.from(found.positions));
    expect(found.changes).toBe(twin.changes);
    for (const [t, wealth] of twin.path.entries()) expect(Math.abs(found.timed[t] / wealth - 1)).toBeLessThan(1e-12);
    for (let t = 0; t <= 1000; t++) expect(Math.abs(found.held[t] / (prices[1000 + t] / prices[1000]) - 1)).toBeLessThan(1e-12);
    const shifts = plainShifts(Array.from(found.positions), simple, RISK_FREE / DAY);
    const p = shifts.filter((score) => score >= shifts[0] - 1e-9 * Math.abs(shifts[0])).length / shifts.length;
    expect(found.test?.p).toBeCloseTo(p, 12);
    expect(Math.abs((found.test?.sharpe ?? 0) - shifts[0] * Math.sqrt(DAY))).toBeLessThan(1e-9);
    const sorted = shifts.map((score) => score * Math.sqrt(DAY)).sort((a, b) => a - b);
    expect(Math.abs((found.test?.quantiles[1] ?? 0) - (sorted[499] + sorted[500]) / 2)).toBeLessThan(1e-9);
    expect(found.test?.counts.reduce((sum, count) => sum + count, 0)).toBe(1000);
    expect(found.invested).toBe(found.positions.reduce((sum, w) => sum + w, 0) / 1000);
  });

  it("is significant for regime-switching values only", async () => {
    const [trending, walking] = [walk(80), walk(0)];
    const made = await time({ values: trending });
    expect(made.test?.p).toBeLessThan(0.05);
    expect(made.performance.maxDrawdown).toBeGreaterThan(made.holding.maxDrawdown);
    const idle = await time({ values: walking });
    expect(idle.test === null || idle.test.p > 0.05).toBe(true);
  });

  it("reports use of the whole series' parameters; a given model saves the fit without other changes", async () => {
    const [own, given] = [await time({ training: 1 }), await time({ training: 1 })];
    expect(own).toMatchObject({ lookAhead: true, first: 0, n: 2000 });
    const handed = await time({ training: 1, model: own.model });
    expect(handed).toEqual(own);
    expect(given).toEqual(own);
  });

  it("costs lower wealth, and do not affect the test", async () => {
    const [free, dear] = [await time({ cost: 0 }), await time({ cost: 0.01 })];
    expect(dear.timed[1000]).toBeLessThan(free.timed[1000]);
    expect(dear.test).toEqual(free.test);
    expect(dear.held).toEqual(free.held);
  });

  it("is not tested if always or never in the market", async () => {
    // Regimes that cannot be told apart: the probability of Bear is its long-run share.
    const model = (bear: number) => ({
      transition: [
        [1 - bear, bear],
        [1 - bear, bear],
      ],
      mean: [0, 0],
      variance: [1, 1],
    });
    const always = await time({ training: 1, model: model(0.1) });
    expect(always).toMatchObject({ test: null, reason: says("regimes/alwaysIn") });
    const never = await time({ training: 1, model: model(0.9) });
    expect(never).toMatchObject({ test: null, reason: says("regimes/neverIn"), invested: 0 });
    expect(never.performance.totalReturn).toBeCloseTo((1 + RISK_FREE / DAY) ** 2000 - 1, 10);
  });

  it("has the same bits in Node, Chromium and Firefox", async () => {
    const { test, timed, performance } = await time({ cost: 0.001 });
    expect([test?.p, test?.sharpe, timed[1000], performance.maxDrawdown]).toEqual([
      0.745, -0.149791628216216, 0.9617102631360572, -0.19248760224563488,
    ]);
  });

  it("repeats with the same bits, also from returns of the same series", async () => {
    expect(await time({ states: 3 })).toEqual(await time({ states: 3 }));
    const simple = simpleOf(prices);
    const found = await time({ values: simple, kind: "returns", unit: "fraction" });
    expect(found.held[1000]).toBeCloseTo(prices[2000] / prices[1000], 10);
  });

  it("refuses invalid input with a message, and can be canceled between chunks", async () => {
    const cases: [Partial<TimeRegimesInput>, string][] = [
      [{ states: 5 }, says("regimes/states")],
      [{ seed: Number.NaN }, says("numerics/seed")],
      [{ training: 0 }, says("regimes/training")],
      [{ threshold: 1 }, says("regimes/threshold")],
      [{ cost: -1 }, says("regimes/cost")],
      [{ riskFree: -1 }, says("regimes/riskFree")],
      [{ annualization: 0 }, says("numerics/annualization")],
      [
        { values: Float64Array.from(prices, (price, t) => (t === 9 ? 0 : price)), kind: "prices" },
        says("runtime/analysisFailed", { cause: because("series/nonPositivePrice", { row: 10, value: 0 }) }),
      ],
      [
        { values: prices.slice(0, 150) },
        says("runtime/analysisFailed", { cause: because("regimes/timingTooFew", { fitted: 74, timed: 75 }) }),
      ],
      [{ values: new Float64Array(400).fill(7), kind: "prices" }, says("runtime/analysisFailed", { cause: because("series/noVariation") })],
    ];
    for (const [change, message] of cases)
      expect(toldOutcome(await timeRegimes({ values: prices, kind: "auto", ...change }, context))).toMatchObject({
        ok: false,
        failure: { message },
      });
    const canceled = await testContext(20);
    const mark = canceled.kernels.arenaMark();
    await expect(timeRegimes({ values: prices, kind: "auto" }, canceled)).rejects.toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(mark);
  });
});

describe("shades", () => {
  const prices = randomWalk(300, 11);
  /** Two regimes, of which the first is calm. */
  const model = {
    transition: [
      [0.95, 0.05],
      [0.1, 0.9],
    ],
    mean: [0.1, -0.1],
    variance: [0.5, 3],
  };
  const shade = async (change: Partial<ShadeRegimesInput>): Promise<RegimeShades> => {
    const asked = { values: prices, kind: "prices", model, view: "filtered", scale: 0.01, ...change } as const;
    return resultOf(await shadeRegimes(asked, context));
  };
  it.each(["filtered", "smoothed"] as const)("mark where a regime is the most probable, %s", async (view) => {
    const { [view]: shares } = resultOf(await evaluateRegimes({ values: prices, kind: "prices", model }, context));
    const { line, sides, led, probabilities } = await shade({ view, drawn: [1] });
    expect(line).toEqual(prices.subarray(1));
    expect(probabilities).toEqual([shares[1]]);
    const leads = Array.from(shares[0], (share, t) => (share >= shares[1][t] ? 1 : -1));
    expect(sides.map((side) => Array.from(side))).toEqual([leads]);
    expect(led).toEqual([1, -1].map((side) => leads.filter((one) => one === side).length));
    expect(Math.min(...led)).toBeGreaterThan(10);
  });

  it("of three regimes use one column for the first two and one for the third", async () => {
    const row = (own: number) => [0, 1, 2].map((place) => (place === own ? 0.9 : 0.05));
    const three = { transition: [row(0), row(1), row(2)], mean: [1, 0, -1], variance: [1, 1, 1] };
    const { filtered } = resultOf(await evaluateRegimes({ values: prices, kind: "prices", model: three }, context));
    const leader = Array.from(filtered[0], (_, t) => [1, 2].reduce((best, one) => (filtered[one][t] > filtered[best][t] ? one : best), 0));
    const { sides, led } = await shade({ model: three });
    expect(led).toEqual([0, 1, 2].map((own) => leader.filter((one) => one === own).length));
    expect(Math.min(...led)).toBeGreaterThan(10);
    expect(sides.map((side) => Array.from(side))).toEqual([leader.map((one) => [1, -1, 0][one]), leader.map((one) => (one === 2 ? 1 : 0))]);
  });

  it("are the first regime's if all are equally probable", async () => {
    const half = [0.5, 0.5];
    const alike = { transition: [half, half], mean: [0, 0], variance: [1, 1] };
    expect((await shade({ model: alike })).led).toEqual([299, 0]);
  });

  it("of returns are drawn over the value of 1 invested", async () => {
    const { line } = await shade({ values: Float64Array.of(10, -10), kind: "returns" });
    expect(Array.from(line)).toEqual([1.1, 1.1 * 0.9]);
  });
});
