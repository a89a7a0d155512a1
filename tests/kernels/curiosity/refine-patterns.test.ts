import { describe, expect, it } from "vitest";
import { analyzeCuriosity } from "../../../workers/curiosity/jobs/analyze-curiosity";
import {
  pairsOf,
  type RefinePatternsInput,
  type RefinePatternsOutput,
  refinePatterns,
} from "../../../workers/curiosity/jobs/refine-patterns";
import { Canceled } from "../../../workers/runtime/job";
import { allPairs, diagonalsOf } from "../../../workers/structure/profile-order";
import { resultOf, toldOutcome } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

async function refined(input: RefinePatternsInput): Promise<RefinePatternsOutput> {
  return resultOf(await refinePatterns(input, await testContext()));
}

const LONG = randomWalk(17_500, 8);

describe("refine-patterns", () => {
  it("completes short series in one round, with the result of the analysis", async () => {
    const values = randomWalk(900, 31);
    const found = await refined({ values, kind: "prices" });
    const { profile, shapes, marks } = resultOf(await analyzeCuriosity({ values, kind: "prices" }, await testContext()));
    expect(found.compared).toBe(1);
    expect({ profile: found.profile, shapes: found.shapes, marks: found.marks }).toEqual({ profile, shapes, marks });
  });

  it("resumes round by round, reports progress, and ends with the bits of the exact profile", async () => {
    const shares: number[] = [];
    let found: RefinePatternsOutput | null = null;
    let before: Float64Array | null = null;
    while (!found || found.compared < 1) {
      found = await refined({ values: LONG, kind: "prices", known: found?.known ?? null });
      shares.push(found.compared);
      const { distances } = found.profile;
      if (before) expect(distances.every((distance, i) => distance <= (before?.[i] ?? Number.NaN))).toBe(true);
      before = distances;
      expect(found.shapes).toHaveLength(8);
    }
    // A round of 2^27 pairs, then the rest of 1.5e8.
    expect(shares[0]).toBeCloseTo(2 ** 27 / ((17_479 - 7) ** 2 / 2), 2);
    expect(shares).toHaveLength(2);
    const analysis = await analyzeCuriosity({ values: LONG, kind: "prices" }, await testContext());
    expect(analysis.ok && analysis.value.profile).toEqual(found.profile);
    // A complete profile is returned unchanged.
    expect(await refined({ values: LONG, kind: "prices", known: found.known })).toEqual(found);
  });

  it("resumes from what a GPU had found before it failed", async () => {
    const values = randomWalk(3000, 12);
    const whole = await refined({ values, kind: "prices" });
    const { best, partner } = whole.known;
    const gpu = { device: "lost", rechecked: 0, difference: 0, bound: 1 };
    const known = { ...gpu, best: best.slice(), partner: partner.slice(), blocks: 1 };
    const found = await refined({ values, kind: "prices", known, gpu: true });
    expect(found.known).toMatchObject({ before: 1 });
    expect([found.known.partner, found.compared]).toEqual([partner, 1]);
    // Tiles with different starts round differently.
    found.known.best.forEach((correlation, i) => {
      expect(Math.abs(correlation - best[i])).toBeLessThan(1e-11);
    });
    expect(await refined({ values, kind: "prices", known: found.known })).toEqual(found);
    const outcome = await refinePatterns({ values, kind: "prices", known: { best, partner, done: 0, before: 99 } }, await testContext());
    expect(outcome.ok).toBe(false);
  });

  it("no round of a million rows takes more than a few seconds, the most that Stop discards", () => {
    const diagonals = diagonalsOf(1_048_576, 22);
    if (!diagonals) throw new Error("too short");
    const all = allPairs(diagonals);
    // One thread compares about a billion pairs per second.
    for (let compared = 0; compared < 1; compared += pairsOf(diagonals, compared) / all)
      expect(pairsOf(diagonals, compared)).toBeLessThan(2 ** 32 + 1);
  });

  it("marks patterns of returns on the given price level", async () => {
    const prices = randomWalk(300, 5);
    const returns = prices.slice(1).map((price, t) => 100 * Math.log(price / prices[t]));
    const level = returns.map((_, t) => 1000 + t);
    const { marks, profile, shapes } = await refined({ values: returns, kind: "returns", level });
    expect(profile.start).toBe(0);
    expect(marks.discords).toHaveLength(299);
    for (const { center } of shapes.filter(({ kind }) => kind === "discord")) expect(marks.discords[center]).toBe(1000 + center);
  });

  it("uses the latest million rows of longer series", async () => {
    const values = new Float64Array(1_048_576 + 1000).fill(7);
    values.set(randomWalk(1_048_576, 3), 1000);
    const { compared, profile, shapes, marks } = await refined({ values, kind: "prices" });
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThan(0.01);
    expect([profile.start, profile.distances.length, marks.motifs.length]).toEqual([1000, 1_048_576 - 21, 1_048_576]);
    expect(Math.min(...shapes.map(({ start }) => start))).toBeGreaterThanOrEqual(1000);
    const refused = await refinePatterns({ values: values.fill(-1, 3, 4).fill(-5, 2000, 2001), kind: "prices" }, await testContext());
    expect(toldOutcome(refused)).toMatchObject({ failure: { message: "row 4 has the price -1; prices must be above 0" } });
  });

  it.each([
    [{ values: new Float64Array() }, "Please enter market data"],
    [{ values: randomWalk(50, 1) }, "more than 50 rows are needed to compare windows of 22, 50 given"],
    [{ values: new Float64Array(100).fill(5) }, "the values have zero variance"],
    [{ values: randomWalk(80, 1).fill(Number.NaN, 7, 8) }, "row 8 is not a finite number"],
    [{ values: randomWalk(80, 1), level: randomWalk(79, 1) }, "the stored patterns were computed from other values"],
    [
      { values: randomWalk(80, 1), known: { best: new Float64Array(59), partner: new Int32Array(60), done: 1 } },
      "the stored patterns were computed from other values",
    ],
    [
      { values: randomWalk(80, 1), known: { best: new Float64Array(59), partner: new Int32Array(59), done: 99 } },
      "the stored patterns were computed from other values",
    ],
  ])("refuses case %#", async (input, message) => {
    expect(toldOutcome(await refinePatterns({ kind: "prices", ...input }, await testContext()))).toMatchObject({
      ok: false,
      failure: { code: "bad-input", message },
    });
  });

  it("can be canceled at any point, frees its memory, and resumes from known results", async () => {
    const first = await refined({ values: LONG, kind: "prices" });
    const kept = { ...first.known, best: first.known.best.slice(), partner: first.known.partner.slice() };
    for (const at of [1, 40, 200]) {
      const context = await testContext(at);
      await context.load("structure");
      const mark = context.kernels.arenaMark();
      await expect(refinePatterns({ values: LONG, kind: "prices", known: first.known }, context)).rejects.toThrow(Canceled);
      expect(context.kernels.arenaMark()).toBe(mark);
    }
    expect(first.known).toEqual(kept);
  });
});
