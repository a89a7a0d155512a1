import { beforeAll, describe, expect, it } from "vitest";
import { profileCandidatesBlock } from "../../../assembly/build/structure-layouts.js";
import type { JobContext } from "../../../workers/runtime/job";
import { errorBound, KEPT, piecesOf } from "../../../workers/structure/gpu/profile-shader";
import { exclusionOf } from "../../../workers/structure/profile-order";
import { takeProfile } from "../../../workers/structure/profile-part";
import type { StructureKernels } from "../../../workers/structure/steps";
import { testContext } from "../context";
import { randomWalk, uniforms } from "../reference/random";
import { matrixProfileTwin, nearestRowsTwin, shapesTwin } from "../reference/shapes";

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

const WALK = randomWalk(300, 8).fill(5, 100, 150);
/** The same few shapes repeated: more than four windows are equally near. */
const REPEATED = Float64Array.from({ length: 400 }, (_, t) => (t % 40) * 0.1 + 0.001 * Math.sin(t));

/** Runs `work` with the block of a series without known matches, and returns the matches found. */
function withProfile<T>(values: Float64Array, width: number, work: (block: number, windows: number) => T) {
  const { arena, kernels } = context;
  const windows = values.length - width + 1;
  return arena.scope(() => {
    const { block, best, partner } = takeProfile(context, structure, { values, width });
    const given = work(block, windows);
    return { given, best: arena.view(best, windows).slice(), partner: new Int32Array(kernels.memory.buffer, partner, windows).slice() };
  });
}

type Candidates = { correlation: number; row: number }[][];

/** Matches known after checking candidates. */
function recheck(values: Float64Array, width: number, candidates: Candidates, bound = errorBound(width)) {
  const { arena, kernels } = context;
  const { given, best, partner } = withProfile(values, width, (profile, windows) => {
    const [correlations, rows] = [arena.takeBytes(16 * windows), arena.takeBytes(16 * windows)];
    const [undecided, largest] = [arena.takeBytes(4 * windows), arena.take(1)];
    const [told, by] = [
      new Float32Array(kernels.memory.buffer, correlations, 4 * windows),
      new Int32Array(kernels.memory.buffer, rows, 4 * windows),
    ];
    told.fill(-2);
    for (const [i, list] of candidates.entries()) {
      told.set(
        list.map(({ correlation }) => correlation),
        4 * i,
      );
      by.set(
        list.map(({ row }) => row),
        4 * i,
      );
    }
    arena.view(largest, 1)[0] = 0;
    const first = exclusionOf(width) + 1;
    const block = arena.block(profileCandidatesBlock, { profile, candidates: KEPT, correlations, rows, first, bound, largest, undecided });
    // In two chunks.
    const looks = structure.profileRecheck(block, 0, 77) + structure.profileRecheck(block, 77, windows);
    return { looks, difference: arena.read(largest), undecided: new Int32Array(kernels.memory.buffer, undecided, windows).slice() };
  });
  return { ...given, best, partner };
}

function expectProfile(
  values: Float64Array,
  width: number,
  found: { best: Float64Array; partner: Int32Array },
  of = (_: number) => true,
): void {
  matrixProfileTwin(values, width, exclusionOf(width)).forEach(({ distance, neighbor }, i) => {
    if (!of(i)) return;
    expect(found.partner[i]).toBe(neighbor);
    if (neighbor >= 0) expect(2 * width * (1 - found.best[i])).toBeCloseTo(distance ** 2, 9);
  });
}

describe("shapes in 32 bits", () => {
  it.each([8, 11, 22, 23, 24])("of windows of %i are the plain ones, to the next 32-bit value", (width) => {
    const values = 4 * piecesOf(width);
    const twin = shapesTwin(WALK, width);
    const { given } = withProfile(WALK, width, (block, windows) => {
      const out = context.arena.takeBytes(4 * values * windows);
      structure.profileShapes(block, 0, 90, out);
      structure.profileShapes(block, 90, windows, out + 4 * values * 90);
      return new Float32Array(context.kernels.memory.buffer, out, values * windows).slice();
    });
    twin.forEach((shape, i) => {
      const found = given.subarray(values * i, values * (i + 1));
      expect(found.length).toBe(shape.length);
      shape.forEach((value, k) => {
        expect(Math.abs(found[k] - value)).toBeLessThanOrEqual(2 ** -23 * Math.abs(value) + 1e-14);
      });
    });
  });
});

describe("candidates rechecked in 64 bits", () => {
  it.each([
    [WALK, 22],
    [WALK, 9],
    [randomWalk(260, 4), 22],
  ])("of a walk %# give the exact profile, and their errors stay below the bound", (values, width) => {
    const found = recheck(values, width, nearestRowsTwin(shapesTwin(values, width), exclusionOf(width) + 1));
    expectProfile(values, width, found);
    expect(found.difference).toBeGreaterThan(1e-9);
    expect(found.difference).toBeLessThan(errorBound(width));
    expect(found.undecided.every((flag) => flag === 0)).toBe(true);
    expect(found.looks).toBeGreaterThan(values.length / 2);
  });

  it("are rechecked while they may be the nearest, and windows with more than four such are flagged", () => {
    const width = 22;
    const nearest = (values: Float64Array) => nearestRowsTwin(shapesTwin(values, width), exclusionOf(width) + 1);
    const flagged = ({ undecided }: { undecided: Int32Array }) => undecided.filter((flag) => flag === 1).length;
    const strict = recheck(WALK, width, nearest(WALK));
    const wide = recheck(WALK, width, nearest(WALK), 0.4);
    expect(wide.looks).toBeGreaterThan(strict.looks);
    // Constant windows have no neighbor, so nothing about them is undecided.
    expect([flagged(strict), flagged(wide)]).toEqual([0, strict.best.filter((correlation) => correlation >= -1.5).length]);
    expect([wide.best, wide.partner]).toEqual([strict.best, strict.partner]);
    const repeated = recheck(REPEATED, width, nearest(REPEATED));
    expect(flagged(repeated)).toBeGreaterThan(0);
    expectProfile(REPEATED, width, repeated, (i) => repeated.undecided[i] === 0);
  });

  it("are detected if wrong", () => {
    const right = nearestRowsTwin(shapesTwin(WALK, 22), 7);
    const bound = errorBound(22);
    const wrong = (change: (list: Candidates) => void) => {
      const list = structuredClone(right);
      change(list);
      return recheck(WALK, 22, list).difference;
    };
    expect(wrong((list) => (list[40][0].correlation += 1e-5))).toBeGreaterThan(bound);
    expect(wrong((list) => (list[40][0].row = 41))).toBe(Infinity);
    expect(wrong((list) => (list[40][0].row = -1))).toBe(Infinity);
    expect(wrong((list) => (list[40][0].row = 279))).toBe(Infinity);
    // Inside the constant rows.
    expect(wrong((list) => (list[40][0].row = 110))).toBeNaN();
  });
});

it("one window compared with all others one by one has its exact neighbor", () => {
  const next = uniforms(2);
  const values = Float64Array.from({ length: 200 }, () => next());
  for (const window of [0, 60, 178]) {
    const { best, partner } = withProfile(values, 22, (block, windows) => {
      structure.profileScan(block, window, exclusionOf(22) + 1, 0, 100);
      structure.profileScan(block, window, exclusionOf(22) + 1, 100, windows);
    });
    expectProfile(values, 22, { best, partner }, (i) => i === window);
    // It is the only known neighbor of every other window.
    expect(partner.filter((other, i) => i !== window && other >= 0).every((other) => other === window)).toBe(true);
  }
});
