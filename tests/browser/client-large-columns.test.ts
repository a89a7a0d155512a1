import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectColumns, takeNote } from "../../src/client/large-columns";

const measure = vi.fn(() => Promise.reject(new Error("no leave")));
const made = vi.spyOn(Reflect, "construct");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("performance", Object.assign(Object.create(performance), { measureUserAgentSpecificMemory: measure }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** How many buffers the engine was made to feel, and how often it was asked to measure. */
const asked = () => [made.mock.calls.filter(([what]) => what === ArrayBuffer).length, measure.mock.calls.length];

it("asks for nothing while there are few columns", () => {
  takeNote({ values: new Float64Array(200_000) });
  vi.runAllTimers();
  expect(asked()).toEqual([0, 0]);
});

it("makes the engine feel memory four times, then has it measured, and again once something else is let go", () => {
  const shown = { parts: [{ values: new Float64Array(new SharedArrayBuffer(72 << 20)) }] };
  takeNote(shown);
  vi.advanceTimersByTime(399);
  expect(asked()).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect(asked()).toEqual([1, 0]);
  vi.advanceTimersByTime(5_600);
  expect(asked()).toEqual([4, 0]);
  vi.runAllTimers();
  expect(asked()).toEqual([4, 1]);
  // Two that are let go at once are looked for together.
  collectColumns();
  collectColumns();
  vi.runAllTimers();
  expect(asked()).toEqual([8, 2]);
  expect(shown.parts.length).toBe(1);
});
