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

it("makes the engine feel memory twice, has it measured once it has rested, and begins again when more is let go", () => {
  const shown = { parts: [{ values: new Float64Array(new SharedArrayBuffer(72 << 20)) }] };
  takeNote(shown);
  vi.advanceTimersByTime(399);
  expect(asked()).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect(asked()).toEqual([1, 0]);
  vi.advanceTimersByTime(800);
  expect(asked()).toEqual([2, 0]);
  // A collection that was asked for now would put off the engine's own.
  vi.advanceTimersByTime(11_999);
  expect(asked()).toEqual([2, 0]);
  vi.advanceTimersByTime(1);
  expect(asked()).toEqual([2, 1]);
  // What is let go while the page rests is not left for as long, and two things at once are looked for together.
  collectColumns();
  vi.advanceTimersByTime(3_000);
  collectColumns();
  collectColumns();
  vi.advanceTimersByTime(400);
  expect(asked()).toEqual([5, 1]);
  vi.runAllTimers();
  expect(asked()).toEqual([6, 2]);
  expect(shown.parts.length).toBe(1);
});
