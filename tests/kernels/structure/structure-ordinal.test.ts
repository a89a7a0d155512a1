import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { rollingOrdinalEntropyBlock, shuffledEntropiesBlock } from "../../../assembly/build/structure-layouts.js";
import type { JobContext } from "../../../workers/runtime/job";
import { factorial, permutationEntropy, rollingEntropy } from "../../../workers/structure/ordinal";
import type { StructureKernels } from "../../../workers/structure/steps";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { entropyTwin, ordinalCodesTwin } from "../reference/ordinal";
import { randomWalk, uniforms } from "../reference/random";

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

function codesOf(values: Float64Array, order: number, delay: number, chunks = [values.length]) {
  const { arena } = context;
  return arena.scope(() => {
    const [address, codes] = [arena.put(values), arena.takeBytes(2 * values.length)];
    let ties = 0;
    for (let from = 0, i = 0; from < values.length; i++) {
      const to = Math.min(values.length, from + chunks[i % chunks.length]);
      ties += structure.ordinalCodes(address, from, to, order, delay, codes);
      from = to;
    }
    return { codes: [...new Int16Array(context.kernels.memory.buffer, codes, values.length)], ties };
  });
}

const entropyOf = (values: Float64Array, order: number, delay = 1) =>
  context.arena.scope(() => permutationEntropy(context, structure, context.arena.put(values), values.length, order, delay));

const coarse = (n: number, seed: number) => randomWalk(n, seed).map((value) => Math.round(value));

describe("ordinal patterns", () => {
  const orders = [2, 3, 4, 5, 6, 7];
  it.each(orders.flatMap((order) => [1, 2, 3, 5].map((delay) => [order, delay])))(
    "order %i, delay %i: every code is the plain one",
    (order, delay) => {
      for (const values of [
        randomWalk(300, order),
        coarse(300, delay),
        new Float64Array(40).fill(7),
        Float64Array.from({ length: 40 }, (_, i) => -i),
      ]) {
        const whole = codesOf(values, order, delay);
        expect(whole.codes).toEqual(ordinalCodesTwin(values, order, delay));
        for (const chunks of [[1], [2, 3], [7], [64, 1, 1]])
          expect(codesOf(values, order, delay, chunks), `chunks of ${chunks}`).toEqual(whole);
      }
    },
  );

  it.each([2, 3, 4, 5, 6, 7])("order %i: rising is 0, falling order! - 1, and each ordering has a code of its own", (order) => {
    expect(
      codesOf(
        Float64Array.from({ length: 10 }, (_, i) => i),
        order,
        1,
      ).codes.at(-1),
    ).toBe(0);
    expect(
      codesOf(
        Float64Array.from({ length: 10 }, (_, i) => -i),
        order,
        1,
      ).codes.at(-1),
    ).toBe(factorial(order) - 1);
    const orderings = (rest: number[]): number[][] =>
      rest.length < 2
        ? [rest]
        : rest.flatMap((first) => orderings(rest.filter((other) => other !== first)).map((tail) => [first, ...tail]));
    const codes = orderings(Array.from({ length: order }, (_, i) => i)).map(
      (one) => codesOf(Float64Array.from(one), order, 1).codes[order - 1],
    );
    expect(new Set(codes).size).toBe(factorial(order));
    expect(Math.max(...codes)).toBe(factorial(order) - 1);
  });

  it("counts windows whose newest value ties with another", () => {
    expect(codesOf(Float64Array.of(1, 2, 2, 3, 1, 3, 9, 9), 3, 1).ties).toBe(3);
    // Two steps between neighbors: 1 meets the first 1, 3 the 3 before it.
    expect(codesOf(Float64Array.of(1, 2, 2, 3, 1, 3, 9, 9), 3, 2).ties).toBe(2);
    expect(codesOf(randomWalk(500, 3), 4, 1).ties).toBe(0);
  });

  it.each([
    [1, 1],
    [8, 1],
    [3, 0],
    [3, -2],
  ])("refuses order %i with delay %i", (order, delay) => {
    expect(structure.ordinalCodes(0, 0, 0, order, delay, 0)).toBe(-1);
  });
});

describe("permutation entropy", () => {
  it.each([
    // Bandt and Pompe's worked example; exact values 1.5219280948873621 and 0.9182958340544896 are log2 identities of 2/5, 2/5, 1/5 and 4/6, 2/6.
    [2, 0.9182958340544896, 0.9182958340544896],
    [3, 1.5219280948873621, 0.5887621559162939],
  ])("of 4 7 9 10 6 11 3 with order %i is %f bits", (order, bits, normalized) => {
    const found = entropyOf(Float64Array.of(4, 7, 9, 10, 6, 11, 3), order);
    expect(found?.bits).toBeCloseTo(bits, 14);
    expect(found?.normalized).toBeCloseTo(normalized, 14);
  });

  it("of the S&P 500 returns 1999-2018 has the reference values to all digits given", async ({ skip }) => {
    const prices = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!prices) return skip("golden series not present");
    const returns = prices.slice(1).map((price, t) => Math.log(price / prices[t]));
    for (const [order, reference] of [
      [3, 0.997657],
      [4, 0.996882],
      [5, 0.994624],
    ]) {
      expect(Math.abs((entropyOf(returns, order)?.normalized ?? 0) - reference)).toBeLessThan(5e-7);
    }
  });

  it.each([3, 4, 5, 6, 7])("order %i: equals the plain count, whatever the delay", (order) => {
    for (const delay of [1, 4]) {
      const values = coarse(700, order);
      const found = entropyOf(values, order, delay);
      expect(found?.bits).toBeCloseTo(entropyTwin(ordinalCodesTwin(values, order, delay)) / Math.LN2, 12);
      expect(found?.windows).toBe(700 - (order - 1) * delay);
      expect(found?.missing).toBe(factorial(order) - new Set(ordinalCodesTwin(values, order, delay).filter((code) => code >= 0)).size);
    }
  });

  it("is invariant under scale, shift and any increasing function, and without ties under reversal of time or sign", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 3, max: 6 }), (seed, order) => {
        const values = randomWalk(200, seed);
        const base = entropyOf(values, order)?.bits ?? 0;
        expect(
          entropyOf(
            values.map((v) => 8 * v - 1024),
            order,
          )?.bits,
        ).toBe(base);
        expect(
          entropyOf(
            values.map((v) => v ** 3),
            order,
          )?.bits,
        ).toBe(base);
        expect(entropyOf(values.slice().reverse(), order)?.bits).toBeCloseTo(base, 12);
        expect(
          entropyOf(
            values.map((v) => -v),
            order,
          )?.bits,
        ).toBeCloseTo(base, 12);
      }),
      { numRuns: 20 },
    );
  });

  it("is 0 for a line, near 1 for noise, and unavailable for too few values", () => {
    expect(
      entropyOf(
        Float64Array.from({ length: 50 }, (_, i) => i),
        4,
      ),
    ).toMatchObject({ bits: 0, normalized: 0, missing: 23 });
    const noise = uniforms(5);
    expect(entropyOf(Float64Array.from({ length: 50_000 }, noise), 5)?.normalized).toBeGreaterThan(0.999);
    expect(entropyOf(Float64Array.of(1, 2, 3, 4), 5)).toBeNull();
    expect(entropyOf(Float64Array.of(1, 2, 3, 4, 5), 5)).toMatchObject({ windows: 1, reliable: false });
  });

  it.each([
    [3, 30],
    [4, 128],
    [6, 200],
  ])("order %i over a window of %i equals each window counted afresh, any chunks the same bits", (order, window) => {
    const values = coarse(900, order).map((v, i) => (i % 3 ? v : v + 0.5));
    const rolling = context.arena.scope(() => rollingEntropy(context, structure, context.arena.put(values), 900, order, window));
    const most = Math.log(factorial(order));
    rolling.forEach((value, t) => {
      if (t < window - 1) expect(value).toBeNaN();
      else if (t % 7 === 0)
        expect(value).toBeCloseTo(entropyTwin(ordinalCodesTwin(values.slice(t - window + 1, t + 1), order, 1)) / most, 12);
    });
    const { arena } = context;
    arena.scope(() => {
      const [address, codes] = [arena.put(values), arena.takeBytes(1800)];
      const [scratch, out] = [arena.takeBytes(4 * factorial(order) + 8 * window), arena.take(900)];
      structure.ordinalCodes(address, 0, 900, order, 1, codes);
      const block = arena.block(rollingOrdinalEntropyBlock, { codes, order, window: window - order + 1, scratch, out });
      for (let from = 0; from < 900; from += 61) {
        structure.rollingOrdinalEntropy(block, from, Math.min(900, from + 61));
      }
      expect(arena.view(out, 900)).toEqual(rolling);
    });
  });

  it("of shuffles: each is a permutation, repeats with the seed, and equals a plain shuffle with the same draws", () => {
    const { arena, kernels } = context;
    const values = coarse(127, 9);
    const run = (seed: number, chunk: number) =>
      arena.scope(() => {
        const state = arena.takeBytes(32);
        const [copy, scratch, out] = [arena.put(values), arena.takeBytes(256 + 96), arena.take(40)];
        kernels.rngSeed(state, seed);
        const block = arena.block(shuffledEntropiesBlock, { values: copy, n: 127, order: 4, delay: 1, state, scratch, out });
        for (let from = 0; from < 40; from += chunk) structure.shuffledEntropies(block, from, Math.min(40, from + chunk));
        return { out: arena.view(out, 40).slice(), last: arena.view(copy, 127).slice() };
      });
    const whole = run(7, 40);
    expect(run(7, 9)).toEqual(whole);
    expect(run(8, 40).out).not.toEqual(whole.out);
    expect(whole.last.slice().sort()).toEqual(values.slice().sort());
    expect(whole.out[39]).toBeCloseTo(entropyTwin(ordinalCodesTwin(whole.last, 4, 1)) / Math.log(24), 12);
    expect([...whole.out.slice(0, 3)]).toEqual([0.9513579005856428, 0.9504941158415705, 0.9707681484001452]);
  });
});
