import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import { type Diagonals, diagonalsOf } from "../../../workers/structure/profile-order";
import { profilePart, takeProfile } from "../../../workers/structure/profile-part";
import type { StructureKernels } from "../../../workers/structure/steps";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { exactCorrelations, restartsTwin } from "../reference/exact-profile";
import { uniforms } from "../reference/random";

/** The kernels' stated accuracy. The largest error found on these and other hard series is 2e-12. */
const TOLERANCE = 1e-11;
/** Maximum ratio of squared norms over which a covariance is updated instead of recomputed. */
const CARRIED = 8192;

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

/** A random walk with time-dependent step size. */
function walk(n: number, seed: number, size: (t: number) => number, start = 0): Float64Array {
  const next = uniforms(seed);
  let level = start;
  return Float64Array.from({ length: n }, (_, t) => {
    level += (next() - 0.5) * size(t);
    return level;
  });
}

const N = 420;
const HARD: [string, Float64Array][] = [
  ["a random walk", walk(N, 1, () => 1)],
  ["a price of 100,000 that moves by a thousandth", walk(N, 2, () => 1e-3, 1e5)],
  ["a price of 100,000 that moves by a millionth", walk(N, 3, () => 1e-6, 1e5)],
  ["a log price that moves by 1e-8", walk(N, 4, () => 1e-8, Math.log(1e5))],
  ["a calm walk after one a million times as wild", walk(N, 5, (t) => (t < 150 ? 1e3 : 1e-3))],
  ["a calm walk before one a million times as wild", walk(N, 6, (t) => (t > 300 ? 1e3 : 1e-3))],
  ["a calm walk with a jump now and then", walk(N, 7, (t) => (t % 97 === 50 ? 1e4 : 1e-2))],
  ["a calm walk on steps of 100,000", walk(N, 8, () => 1e-3).map((value, t) => value + 1e5 * Math.floor(t / 110))],
  ["a walk that comes to rest", walk(N, 9, (t) => Math.exp(-t / 30))],
  ["calm and wild by turns, 16 to 1", walk(N, 10, (t) => (t % 140 < 50 ? 16 : 1))],
  ["calm and wild by turns, 32 to 1", walk(N, 11, (t) => (t % 140 < 50 ? 32 : 1))],
  ["calm and wild by turns, 128 to 1", walk(N, 12, (t) => (t % 140 < 50 ? 128 : 1))],
];

function of(values: Float64Array, width: number): Diagonals {
  const diagonals = diagonalsOf(values.length, width);
  if (!diagonals) throw new Error("too short");
  return diagonals;
}

function expectExact(values: Float64Array, width: number): void {
  const { groups, first } = of(values, width);
  const { best } = profilePart(context, structure, { values, width, from: 0, to: groups });
  const exact = exactCorrelations(values, width, first);
  const errors = best.map((correlation, i) => Math.abs(correlation - exact[i]));
  expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
}

describe("best correlations of all windows, against all pairs in exact arithmetic, 1e-11", () => {
  it.each(HARD)("%s", (_, values) => {
    expectExact(values, 22);
  });

  it("windows of 50", () => {
    for (const [, values] of HARD.slice(-4)) expectExact(values, 50);
  });

  it("walks with random volatile spells", () => {
    for (let seed = 0; seed < runs(8); seed++) {
      const next = uniforms(100 + seed);
      const sizes = Array.from({ length: 12 }, () => 10 ** (8 * next() - 4));
      expectExact(
        walk(240, seed, (t) => sizes[Math.floor(t / 20)], 1e4 * next()),
        8 + Math.floor(20 * next()),
      );
    }
  });
});

it("covariances are recomputed where norms have fallen, and not in a walk of even steps", () => {
  const { arena } = context;
  const width = 22;
  for (const [name, values] of HARD) {
    const { windows } = of(values, width);
    const found = arena.scope(() => {
      const { statistics } = takeProfile(context, structure, { values, width });
      const inverse = statistics + windows * Float64Array.BYTES_PER_ELEMENT;
      const out = arena.takeBytes(20 + 4 * windows);
      arena.bytes(out, 20).fill(0);
      for (const [from, to] of [
        [0, 90],
        [90, 91],
        [91, windows],
      ])
        structure.profileRestarts(inverse, from, to, width, out);
      const written = new Int32Array(context.kernels.memory.buffer, out, 5 + windows);
      const count = written[2];
      expect(written[4 + count]).toBe(2 ** 31 - 1);
      return Array.from(written.subarray(4, 4 + count));
    });
    expect(found).toEqual(restartsTwin(values, width, CARRIED * width));
    if (/random/.test(name)) expect(found).toEqual([]);
    if (/after|rest$|128/.test(name)) expect(found.length).toBeGreaterThan(0);
  }
});
