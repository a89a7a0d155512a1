import { expect, it } from "vitest";
import { recencyOf } from "../../src/state/newest";

it("ranks future times below all past ones, the farthest lowest", () => {
  const now = 1000;
  const sorted = [5, 2000, 1000, 8e15, 999, -3].sort((a, b) => recencyOf(b, now) - recencyOf(a, now));
  expect(sorted).toEqual([1000, 999, 5, -3, 2000, 8e15]);
});
