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

/** How many buffers were allocated as memory pressure, and how many measurements were requested. */
const asked = () => [made.mock.calls.filter(([what]) => what === ArrayBuffer).length, measure.mock.calls.length];

it("does nothing while there are few columns", () => {
  takeNote({ values: new Float64Array(200_000) });
  vi.runAllTimers();
  expect(asked()).toEqual([0, 0]);
});

it("creates memory pressure twice, requests a measurement once idle, and starts over when more is released", () => {
  const shown = { parts: [{ values: new Float64Array(new SharedArrayBuffer(72 << 20)) }] };
  takeNote(shown);
  vi.advanceTimersByTime(399);
  expect(asked()).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect(asked()).toEqual([1, 0]);
  vi.advanceTimersByTime(800);
  expect(asked()).toEqual([2, 0]);
  // Requesting a collection now would delay the engine's own.
  vi.advanceTimersByTime(11_999);
  expect(asked()).toEqual([2, 0]);
  vi.advanceTimersByTime(1);
  expect(asked()).toEqual([2, 1]);
  // What is released while the page is idle waits less, and two releases share one measurement.
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
