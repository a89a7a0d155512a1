import { beforeAll, describe, expect, it } from "vitest";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { compareFurther, mergeParts, type ProfileSoFar } from "../../../workers/structure/compare-further";
import { matrixProfile, profileOf } from "../../../workers/structure/matrix-profile";
import {
  allPairs,
  type Diagonals,
  diagonalAt,
  diagonalsOf,
  GROUP,
  openRows,
  rowsAt,
  shareOf,
} from "../../../workers/structure/profile-order";
import { type ProfilePart, profilePart, takeProfile } from "../../../workers/structure/profile-part";
import type { StructureKernels } from "../../../workers/structure/steps";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk, uniforms } from "../reference/random";

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

const PICKS = { motifs: 3, discords: 5 };
const WIDTH = 22;

function of(values: Float64Array, width = WIDTH): { values: Float64Array; diagonals: Diagonals } {
  const diagonals = diagonalsOf(values.length, width);
  if (!diagonals) throw new Error("too short");
  return { values, diagonals };
}

/** Runs rounds of `pairs` until everything is compared. */
async function inRounds(values: Float64Array, pairs: number, begun: ProfileSoFar | null = null): Promise<ProfileSoFar[]> {
  const { diagonals } = of(values);
  const rounds: ProfileSoFar[] = [];
  for (let known = begun; !known || known.done < diagonals.groups; ) {
    const further = resultOf(await compareFurther(context, structure, { values, diagonals, known }, pairs));
    known = further;
    rounds.push(known);
  }
  return rounds;
}

/** Values on a coarse grid: many windows have several equally near neighbors. */
const coarse = (n: number, seed: number): Float64Array => {
  const next = uniforms(seed);
  return Float64Array.from({ length: n }, () => Math.floor(3 * next()));
};

describe("the order of diagonals", () => {
  it.each([60, 61, 203, 1000, 4097, 20_000])("of %i values takes each group once, and spreads any run of them", (n) => {
    const { diagonals } = of(Float64Array.from({ length: n }), 8);
    const { groups, first, windows } = diagonals;
    const at = diagonalAt(diagonals);
    const order = Array.from({ length: groups }, (_, place) => at(place));
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: groups }, (_, k) => first + GROUP * k));
    expect(Math.max(...order)).toBeLessThan(windows);
    // Of 21 groups in a row none is farther from the next than three times as far as they would stand evenly.
    for (const from of groups > 100 ? [0, 17, groups >> 1] : []) {
      const run = order.slice(from, from + 21).sort((a, b) => a - b);
      const gaps = [...run, windows].map((diagonal, k) => diagonal - (run[k - 1] ?? first));
      expect(Math.max(...gaps)).toBeLessThan((3 * (windows - first)) / 21);
    }
  });

  it("counts each pair of windows once", () => {
    const { diagonals } = of(Float64Array.from({ length: 509 }));
    const pairs = allPairs(diagonals);
    let count = 0;
    for (let i = 0; i < diagonals.windows; i++) count += Math.max(0, diagonals.windows - i - diagonals.first);
    expect(pairs).toBe(count);
    expect(shareOf(diagonals, 0)).toBe(0);
    expect(shareOf(diagonals, diagonals.groups)).toBe(1);
    // One by one, by hand: the pairs on the groups at the first 9 places.
    const at = diagonalAt(diagonals);
    let part = 0;
    for (let place = 0; place < 9; place++)
      for (let lane = 0; lane < GROUP; lane++) part += Math.max(0, diagonals.windows - at(place) - lane);
    expect(shareOf(diagonals, 9)).toBe(part / count);
  });
});

describe("a matrix profile computed in rounds", () => {
  it.each([
    ["a random walk", randomWalk(2000, 9)],
    ["a coarse grid, with ties", coarse(1500, 4)],
    ["a walk that stands still for a while", randomWalk(1200, 6).fill(5, 300, 420)],
  ])("of %s ends with the bits of a single pass, for any step size", async (_, values) => {
    const { diagonals } = of(values);
    const whole = await matrixProfile(context, structure, values, WIDTH, PICKS);
    for (const pairs of [1, 77_777, 400_000]) {
      const known = (await inRounds(values, pairs)).at(-1);
      if (!known) throw new Error("no round");
      expect({ ok: true, value: profileOf(context, structure, { values, diagonals, known }, PICKS) }).toEqual(whole);
    }
  });

  it("improves monotonically, and most matches are near the final ones after a tenth of the pairs", async () => {
    const values = randomWalk(4000, 12);
    const rounds = await inRounds(values, allPairs(of(values).diagonals) / 10);
    expect(rounds).toHaveLength(10);
    for (const [k, { best }] of rounds.entries()) {
      if (k > 0) expect(best.every((correlation, i) => correlation >= rounds[k - 1].best[i])).toBe(true);
    }
    const distance = (correlation: number) => Math.sqrt(2 * WIDTH * (1 - correlation));
    const ratios = rounds[0].best.map((correlation, i) => distance(correlation) / distance(rounds[9].best[i])).sort();
    expect(ratios[0]).toBe(1);
    expect(ratios[2000]).toBeLessThan(1.5);
  });

  it.each([
    ["a random walk", randomWalk(2000, 9)],
    ["a coarse grid, with ties", coarse(1500, 4)],
  ])("of %s has the same bits for any order of its parts", (_, values) => {
    const { groups } = of(values).diagonals;
    const whole = profilePart(context, structure, { values, width: WIDTH, from: 0, to: groups });
    const cuts = [0, 3, 20, 21, 90, groups];
    const parts = cuts.slice(1).map((to, k) => profilePart(context, structure, { values, width: WIDTH, from: cuts[k], to }));
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 0, 3, 1],
    ]) {
      const found = mergeParts(
        context,
        structure,
        order.map((k) => parts[k]),
      );
      expect(found).toEqual(whole);
    }
  });

  it("can be canceled between or within rounds, resumes, and has the same bits", async () => {
    const values = randomWalk(3000, 21);
    const { diagonals } = of(values);
    const pairs = allPairs(diagonals) / 8;
    const uncut = (await inRounds(values, pairs)).at(-1);
    const [kept] = await inRounds(values, pairs);
    const before = { best: kept.best.slice(), partner: kept.partner.slice(), done: kept.done };
    for (const at of [1, 30]) {
      const canceling = await testContext(at);
      const kernels = await canceling.load("structure");
      const mark = canceling.kernels.arenaMark();
      await expect(compareFurther(canceling, kernels, { values, diagonals, known: kept }, pairs)).rejects.toThrow(Canceled);
      canceling.kernels.arenaRelease(mark);
    }
    expect(kept).toEqual(before);
    expect((await inRounds(values, 3 * pairs, kept)).at(-1)).toEqual(uncut);
  });
});

describe("a matrix profile started on a GPU", () => {
  const values = randomWalk(5000, 17);
  const { diagonals } = of(values);
  const BEFORE = 3;
  /** Best matches of all windows among the rows of the first blocks, by a plain search. */
  function begun(): ProfilePart {
    const { windows, first } = diagonals;
    const { arena, kernels } = context;
    return arena.scope(() => {
      const { block, best, partner } = takeProfile(context, structure, { values, width: WIDTH });
      const at = rowsAt(diagonals);
      for (let place = 0; place < BEFORE; place++) {
        const { from, to } = at(place);
        for (let window = 0; window < windows; window++) structure.profileScan(block, window, first, from, to);
      }
      return { best: arena.view(best, windows).slice(), partner: new Int32Array(kernels.memory.buffer, partner, windows).slice() };
    });
  }

  it("skips only the pairs with both windows among the finished rows", () => {
    const { windows, first, groups } = diagonals;
    const at = rowsAt(diagonals);
    const finished = new Uint8Array(windows);
    for (let place = 0; place < BEFORE; place++) finished.fill(1, at(place).from, at(place).to);
    const rowsOf = openRows(diagonals, BEFORE);
    let rows = 0;
    for (let group = 0; group < groups; group++) {
      const diagonal = first + GROUP * group;
      const open = new Uint8Array(windows);
      for (const { from, to } of rowsOf(diagonal)) open.fill(1, from, to);
      for (let i = 0; i + diagonal < windows; i++) {
        rows += open[i];
        for (let lane = 0; lane < GROUP && i + diagonal + lane < windows; lane++)
          if (!open[i] && !(finished[i] && finished[i + diagonal + lane])) throw new Error(`${i} and ${i + diagonal + lane} are left out`);
      }
    }
    const all = Array.from({ length: groups }, (_, group) => windows - first - GROUP * group).reduce((a, b) => a + b);
    // Of five blocks three are finished: 9 of 25 pairs of blocks.
    expect(rows / all).toBeLessThan(0.7);
    expect(openRows(diagonals, 0)(first)).toEqual([{ from: 0, to: windows - first }]);
  });

  it("resumes from the finished rows, and ends with the whole profile within tolerance", async () => {
    const whole = (await inRounds(values, allPairs(diagonals))).at(-1);
    const rounds = await inRounds(values, allPairs(diagonals) / 4, { ...begun(), done: 0, before: BEFORE });
    expect(rounds).toHaveLength(4);
    expect(shareOf(diagonals, 0, BEFORE)).toBeCloseTo((BEFORE / 5) ** 2, 12);
    expect(shareOf(diagonals, rounds[3].done, BEFORE)).toBe(1);
    expect(rounds[3].partner).toEqual(whole?.partner);
    rounds[3].best.forEach((correlation, i) => {
      expect(Math.abs(correlation - (whole?.best[i] ?? Number.NaN))).toBeLessThan(1e-11);
    });
  });
});

describe("tiles of diagonals", () => {
  const values = randomWalk(3000, 30);
  /** The best matches on some diagonals, tile by tile in a given order. */
  function inTiles(rows: number, order: (tiles: [diagonal: number, first: number][]) => [number, number][]): ProfilePart {
    const windows = values.length - WIDTH + 1;
    const { arena } = context;
    return arena.scope(() => {
      const { block, best, partner } = takeProfile(context, structure, { values, width: WIDTH });
      const tiles = [7, 15, 800, 2900].flatMap((diagonal) =>
        Array.from({ length: Math.ceil(windows / rows) }, (_, k): [number, number] => [diagonal, rows * k]),
      );
      for (const [diagonal, first] of order(tiles)) structure.profileDiagonals(block, diagonal, first, first + rows);
      return { best: arena.view(best, windows).slice(), partner: new Int32Array(context.kernels.memory.buffer, partner, windows).slice() };
    });
  }

  it("are independent: any order gives the same bits", () => {
    const ahead = inTiles(512, (tiles) => tiles);
    expect(inTiles(512, (tiles) => tiles.toReversed())).toEqual(ahead);
    expect(inTiles(512, (tiles) => tiles.toSorted(([, a], [, b]) => a - b))).toEqual(ahead);
  });

  it("of other lengths differ only by rounding, 1e-11", () => {
    const long = inTiles(4096, (tiles) => tiles);
    for (const rows of [64, 333, 1000]) {
      const { best } = inTiles(rows, (tiles) => tiles);
      best.forEach((correlation, i) => {
        expect(Math.abs(correlation - long.best[i])).toBeLessThan(1e-11);
      });
    }
  });

  it("agree with plain sums beyond the first tile of a long series, 1e-11", () => {
    const long = randomWalk(70_000, 2);
    const { diagonals } = of(long);
    const { best, partner } = profilePart(context, structure, { values: long, width: WIDTH, from: 5, to: 8 });
    const at = diagonalAt(diagonals);
    const steps = [5, 6, 7].flatMap((place) => Array.from({ length: GROUP }, (_, lane) => at(place) + lane));
    const shape = (from: number) => {
      const window = long.subarray(from, from + WIDTH);
      const mean = window.reduce((sum, value) => sum + value) / WIDTH;
      const norm = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0));
      return window.map((value) => (value - mean) / norm);
    };
    for (const window of [0, 1, 30_000, 65_535, 65_536, 65_537, 69_978]) {
      const others = steps.flatMap((step) => [window - step, window + step]).filter((other) => other >= 0 && other < diagonals.windows);
      const one = shape(window);
      const found = others.map((other) => shape(other).reduce((sum, value, k) => sum + value * one[k], 0));
      expect(best[window]).toBeCloseTo(Math.max(-2, ...found), 11);
      expect(partner[window]).toBe(others[found.indexOf(Math.max(...found))] ?? -1);
    }
  });
});
