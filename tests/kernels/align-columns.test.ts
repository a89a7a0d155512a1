import { expect, it } from "vitest";
import { testContext } from "./context";
import { uniforms } from "./reference/random";

const { arena, kernels, ...context } = await testContext();
const portfolio = await context.load("portfolio");

const N = 500;
const COUNT = 3;

/** Ascending days, each left out with a chance. */
function daysOf(seed: number, missing: number): Float64Array {
  const next = uniforms(seed);
  return Float64Array.from(Array.from({ length: N }, (_, day) => day).filter(() => next() >= missing));
}

it("drops the same rows in any chunks: those with a value that is not finite", () => {
  const next = uniforms(1);
  const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const columns = Array.from({ length: COUNT }, (_, j) => Float64Array.from({ length: N }, () => (next() < 0.1 ? odd[j] : next())));
  const times = Float64Array.from({ length: N }, (_, t) => t);
  const whole = times.filter((t) => columns.every((column) => Number.isFinite(column[t])));
  for (const chunk of [1, 7, N]) {
    arena.scope(() => {
      const table = arena.put(Float64Array.from(columns.flatMap((column) => [...column])));
      const dates = arena.put(times);
      let kept = 0;
      for (let from = 0; from < N; from += chunk) {
        kept = portfolio.dropIncomplete(table, N, COUNT, from, Math.min(N, from + chunk), kept, dates);
      }
      expect(arena.view(dates, kept)).toEqual(whole);
      for (const [j, column] of columns.entries())
        expect(arena.view(table, j * N + kept).subarray(j * N)).toEqual(whole.map((t) => column[t]));
    });
  }
});

it("finds common dates, and the values there, in any chunks", () => {
  const [a, b] = [daysOf(2, 0.2), daysOf(3, 0.5)];
  const both = a.filter((day) => b.includes(day));
  for (const chunk of [1, 7, N]) {
    arena.scope(() => {
      // In place, as the join does it.
      const [first, second, prices, state] = [a, b, b.map((day) => 10 * day), new Float64Array(1)].map((values) => arena.put(values));
      for (let from = 0; from < a.length; from += chunk) {
        portfolio.commonTimes(first, from, Math.min(a.length, from + chunk), second, b.length, state, first);
      }
      const [, found] = new Int32Array(kernels.memory.buffer, state, 2);
      expect(arena.view(first, found)).toEqual(both);
      const out = arena.take(found);
      let place = 0;
      for (let from = 0; from < found; from += chunk) {
        place = portfolio.valuesAt(second, prices, first, from, Math.min(found, from + chunk), place, out);
      }
      expect(arena.view(out, found)).toEqual(both.map((day) => 10 * day));
    });
  }
});
