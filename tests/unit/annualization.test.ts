import { describe, expect, it } from "vitest";
import { DAY } from "../../workers/contract";
import { stepName } from "../../workers/step-name";

const every = (step: number, length = 400) => Float64Array.from({ length }, (_, row) => Date.UTC(2015, 0, 5) + row * step);
const weekdays = Float64Array.from({ length: 600 }, (_, row) => Date.UTC(2015, 0, 5) + (Math.floor(row / 5) * 7 + (row % 5)) * DAY);
const byMonths = (months: number) => Float64Array.from({ length: 60 }, (_, row) => Date.UTC(2000, row * months, 1));

describe("stepName", () => {
  it.each([
    ["day", weekdays],
    ["day", every(DAY)],
    ["day", weekdays.filter((_, row) => row % 12 !== 0)],
    ["week", every(7 * DAY)],
    ["month", byMonths(1)],
    ["quarter", byMonths(3)],
    ["year", byMonths(12)],
    ["step", every(DAY / 24)],
    ["step", every(30_000)],
    ["step", Float64Array.of(0, DAY)],
    ["step", null],
  ])("%s", (name, times) => {
    expect(stepName(times)).toBe(name);
  });
});
