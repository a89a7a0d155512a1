import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import { type MatrixProfile, matrixProfile } from "../../../workers/structure/matrix-profile";
import { diagonalsOf, exclusionOf } from "../../../workers/structure/profile-order";
import { profilePart } from "../../../workers/structure/profile-part";
import type { StructureKernels } from "../../../workers/structure/steps";
import { testContext } from "../context";
import { randomWalk, uniforms } from "../reference/random";
import { matrixProfileTwin } from "../reference/shapes";

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

async function profileOf(values: Float64Array, width: number, picks = { motifs: 2, discords: 2 }): Promise<MatrixProfile> {
  const found = await matrixProfile(context, structure, values, width, picks);
  if (!found.ok || !found.value) throw new Error("no profile");
  return found.value;
}

function expectDistances(found: Float64Array, expected: ArrayLike<number>): void {
  for (const [i, distance] of found.entries()) {
    if (Number.isNaN(expected[i])) expect(distance).toBeNaN();
    else expect(distance).toBeCloseTo(expected[i], 6);
  }
}

describe("matrix profile", () => {
  it.each([
    [60, 8],
    [200, 8],
    [203, 22],
    [331, 50],
  ])("%i values, windows of %i: every distance as of all pairs one by one, 1e-7", async (n, width) => {
    const values = randomWalk(n, n);
    const { distances, neighbors, exclusion } = await profileOf(values, width);
    expect(exclusion).toBe(Math.ceil(width / 4));
    const twin = matrixProfileTwin(values, width, exclusion);
    expect(distances.length).toBe(twin.length);
    twin.forEach(({ distance, neighbor }, i) => {
      expect(distances[i]).toBeCloseTo(distance, 7);
      expect(neighbors[i]).toBe(neighbor);
    });
  });

  it("is invariant under scale, shift and drift of level, and reverses with time", async () => {
    const values = randomWalk(300, 5);
    const base = await profileOf(values, 20);
    for (const other of [values.map((v) => 1e4 * v), values.map((v) => v - 1e3), values.map((v) => -v)]) {
      expectDistances((await profileOf(other, 20)).distances, base.distances);
    }
    const reversed = await profileOf(values.slice().reverse(), 20);
    expectDistances(reversed.distances.reverse(), base.distances);
  });

  it("finds a planted motif and a planted discord", async () => {
    const next = uniforms(3);
    const values = Float64Array.from({ length: 1500 }, (_, t) => Math.sin(t / 3) + 0.3 * next());
    const shape = Float64Array.from({ length: 40 }, (_, t) => 3 * ((t * t) % 17));
    values.set(shape, 200);
    values.set(
      shape.map((value) => 2 * value + 5),
      900,
    );
    values.fill(0, 1200, 1240);
    for (let t = 1200; t < 1240; t++) values[t] = (t - 1200) ** 2 / 100;
    const { motifs, discords } = await profileOf(values, 40, { motifs: 1, discords: 1 });
    expect(motifs).toEqual([{ first: 200, second: 900, distance: expect.closeTo(0, 5) }]);
    expect(Math.abs(discords[0].index - 1200)).toBeLessThan(40);
  });

  it("picks windows that do not overlap, best first", async () => {
    const { motifs, discords, width } = await profileOf(randomWalk(900, 2), 16, { motifs: 4, discords: 6 });
    const apart = (places: number[]) => places.every((a, i) => places.every((b, j) => i === j || Math.abs(a - b) >= width));
    expect(discords).toHaveLength(6);
    expect(apart(discords.map(({ index }) => index))).toBe(true);
    expect(motifs.length).toBeGreaterThan(1);
    expect(apart(motifs.flatMap(({ first, second }) => [first, second]).filter((_, i) => i % 2 === 0))).toBe(true);
    expect(discords.map(({ distance }) => distance)).toEqual(discords.map(({ distance }) => distance).toSorted((a, b) => b - a));
    expect(motifs.map(({ distance }) => distance)).toEqual(motifs.map(({ distance }) => distance).toSorted((a, b) => a - b));
  });

  it("excludes constant windows, with NaN", async () => {
    const values = randomWalk(300, 6).fill(5, 100, 160);
    const { distances, discords, neighbors } = await profileOf(values, 20);
    const twin = matrixProfileTwin(values, 20, exclusionOf(20));
    expectDistances(
      distances,
      twin.map(({ distance }) => distance),
    );
    for (let i = 100; i <= 140; i++) expect([distances[i], neighbors[i]]).toEqual([Number.NaN, -1]);
    expect(neighbors.every((neighbor) => neighbor < 100 || neighbor > 140)).toBe(true);
    for (const { index, distance } of discords) expect(Number.isFinite(distance) && neighbors[index] >= 0).toBe(true);
  });

  it("splits a large profile into parts, with the bits of a single part", async () => {
    const values = randomWalk(14_400, 3);
    const width = 30;
    const groups = diagonalsOf(values.length, width)?.groups ?? 0;
    const whole = profilePart(context, structure, { values, width, from: 0, to: groups });
    const { distances, neighbors } = await profileOf(values, width);
    expect(neighbors).toEqual(whole.partner);
    const expected = whole.best.map((correlation) => Math.sqrt(2 * width * Math.max(0, 1 - correlation)));
    expect(distances).toEqual(expected);
  });

  it.each([
    [10, 8],
    [30, 22],
    [100, 3],
  ])("is nothing for %i values in windows of %i", async (n, width) => {
    expect(await matrixProfile(context, structure, randomWalk(n, 1), width, { motifs: 1, discords: 1 })).toEqual({ ok: true, value: null });
  });
});
