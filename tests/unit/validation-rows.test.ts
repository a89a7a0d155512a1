import { expect, it } from "vitest";
import { rowName } from "../../src/tools/validation/rows";
import type { ValidationRun } from "../../src/tools/validation/use-validation";

const run = (times: Float64Array | null, perYear = 252) =>
  ({ series: { times }, value: { firstReturn: 1, settings: { perYear } } }) as unknown as ValidationRun;

it("rows without dates are named by month, from the steps per year", () => {
  const daily = rowName(run(null, 252));
  expect([0, 19, 20, 251].map(daily)).toEqual(["Month 1", "Month 1", "Month 2", "Month 13"]);
  expect(rowName(run(null, 12))(23)).toBe("Month 25");
});

it("rows with dates are named by day, and by time if they have one", () => {
  expect(rowName(run(Float64Array.of(0, Date.UTC(2024, 0, 2, 9, 30))))(0)).toMatch(/ 09:30$/);
  expect(rowName(run(Float64Array.of(0, Date.UTC(2024, 0, 2))))(0)).toContain("2024");
});
