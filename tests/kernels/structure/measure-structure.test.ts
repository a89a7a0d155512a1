import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { type MeasureStructureOutput, measureStructure } from "../../../workers/structure/jobs/measure-structure";
import { resultOf, says, toldOutcome } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { numbersOf } from "../numbers-of";
import { randomWalk } from "../reference/random";

async function measured(input: Parameters<typeof measureStructure>[0]): Promise<MeasureStructureOutput> {
  return resultOf(await measureStructure(input, await testContext()));
}

describe("measure-structure", () => {
  it("measures prices: everything is present and finite", async () => {
    const values = randomWalk(1500, 21);
    const found = await measured({ values, kind: "auto" });
    expect(found).toMatchObject({ kind: "prices", n: 1499, offset: 1 });
    expect(found.entropy.map(({ order }) => order)).toEqual([3, 4, 5, 6, 7]);
    expect(found.varianceRatios).toHaveLength(4);
    for (const part of [found.kaufman, found.rescaledRange, found.detrendedFluctuation, found.clustering, found.memory, found.profile]) {
      expect(part).not.toBeNull();
    }
    for (const [path, value] of numbersOf(found)) expect(Number.isFinite(value), `${path} is ${value}`).toBe(true);
    expect(found.rollingEntropy).toHaveLength(1499);
    expect(found.kaufman?.column).toHaveLength(1500);
    expect(found.profile?.start).toBe(0);
    expect(found.profile?.distances).toHaveLength(1500 - 22 + 1);
  });

  it("has the same bits each time, in Node, Chromium and Firefox", async () => {
    const found = await measured({ values: randomWalk(800, 4).map((price) => Math.round(price * 100) / 100), kind: "prices" });
    const bits = [
      found.varianceRatios.map(({ ratio }) => ratio),
      found.rescaledRange?.hurst,
      found.detrendedFluctuation?.hurst,
      found.entropy[2].bits,
      found.clustering?.value,
      found.profile?.motifs[0],
    ];
    expect(bits).toEqual([
      [1.036701767725293, 1.077442727360506, 1.0471482725917667, 0.8879251451280152],
      0.5013161728946088,
      0.491661246709342,
      6.798179542205272,
      0.015596763448052492,
      { first: 458, second: 496, distance: 1.2199721561517143 },
    ]);
  });

  it("uses returns unchanged, and only the latest shapes", async () => {
    const prices = randomWalk(1201, 8);
    const returns = prices.slice(1).map((price, t) => 100 * Math.log(price / prices[t]));
    const [ofPrices, ofReturns] = [
      await measured({ values: prices, kind: "prices", reach: 400 }),
      await measured({ values: returns, kind: "returns", reach: 399 }),
    ];
    expect(ofReturns).toMatchObject({ n: 1200, offset: 0 });
    ofReturns.varianceRatios.forEach(({ z }, i) => {
      expect(z).toBeCloseTo(ofPrices.varianceRatios[i].z, 8);
    });
    expect(ofPrices.profile?.start).toBe(801);
    expect(ofReturns.profile?.start).toBe(801);
    // The path of the returns begins one row later.
    expect(ofPrices.profile?.distances.length).toBe(379);
    expect(ofReturns.profile?.distances.length).toBe(378);
  });

  it("gives what it can for short, tiny, huge and quiet series, never NaN", async () => {
    const walk = randomWalk(31, 2);
    const jump = randomWalk(300, 3);
    jump[150] *= 1e6;
    const series = [
      walk,
      randomWalk(200, 1).map((price) => price * 1e-12),
      randomWalk(200, 1).map((price) => price * 1e12),
      jump,
      randomWalk(200, 5).map((price, t) => (t % 3 ? 50 : Math.round(price))),
    ];
    for (const values of series) {
      const found = await measured({ values, kind: "prices" });
      for (const [path, value] of numbersOf(found)) expect(Number.isFinite(value), `${path} is ${value}`).toBe(true);
    }
    expect((await measured({ values: walk, kind: "prices" })).rescaledRange).toBeNull();
  });

  it.each([
    [{ values: new Float64Array() }, "Please enter market data"],
    [{ values: randomWalk(30, 1) }, "at least 30 returns are needed to measure structure, 29 given"],
    [{ values: new Float64Array(100).fill(5) }, "the values have zero variance"],
    [{ values: randomWalk(50, 1).fill(Number.NaN, 7, 8) }, "row 8 is not a finite number"],
    [{ values: randomWalk(50, 1).fill(0, 7, 8) }, "row 8 has the price 0; prices must be above 0"],
    [{ values: randomWalk(50, 1), order: 8 }, "The pattern order must be a whole number from 3 to 7, the delay from 1 to 1,000"],
    [{ values: randomWalk(50, 1), delay: 0 }, "The pattern order must be a whole number from 3 to 7, the delay from 1 to 1,000"],
    [{ values: randomWalk(50, 1), window: 4 }, "The entropy window must be a whole number from order + 1 to 65,536"],
    [{ values: randomWalk(50, 1), period: 1.5 }, says("engine/indicatorPeriod")],
    [
      { values: randomWalk(50, 1), shape: 3 },
      "The matrix profile window must be a whole number from 4 to 10,000 (or 0 for none), its reach from 1 to 1,048,576",
    ],
  ])("refuses case %#", async (input, message) => {
    expect(toldOutcome(await measureStructure({ kind: "prices", ...input }, await testContext()))).toMatchObject({
      ok: false,
      failure: { code: "bad-input", message },
    });
  });

  it("can be canceled anywhere, and frees its memory", async () => {
    for (const at of [2, 20, 60, 100]) {
      const context = await testContext(at);
      await context.load("structure");
      const mark = context.kernels.arenaMark();
      await expect(measureStructure({ values: randomWalk(3000, 1), kind: "prices" }, context)).rejects.toThrow(Canceled);
      expect(context.kernels.arenaMark()).toBe(mark);
    }
  });
});
