import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inOrder } from "../../src/charts/row-order";
import { throttled } from "../../src/charts/throttled";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("calls at once, then at most every 1000/60 ms, and always with the latest arguments", () => {
  const called: number[] = [];
  const read = throttled((value: number) => called.push(value));
  read(1);
  read(2);
  read(3);
  expect(called).toEqual([1]);
  vi.advanceTimersByTime(16);
  expect(called).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual([1, 3]);
  vi.advanceTimersByTime(100);
  read(4);
  expect(called).toEqual([1, 3, 4]);
  read(5);
  read.cancel();
  vi.advanceTimersByTime(100);
  expect(called).toEqual([1, 3, 4]);
});

it("sorts rows along x, without those that have no position", () => {
  expect(inOrder(Float64Array.of(3, Number.NaN, 1, 2))).toEqual([2, 3, 0]);
  expect(inOrder(Float64Array.of(1, 1, 2))).toBeNull();
  expect(inOrder(new Float64Array(5001).fill(Number.NaN))).toBeNull();
});
