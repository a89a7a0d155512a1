import { expect, it } from "vitest";
import { changedFigures } from "../../src/analysis/report/changed-figures";

const volatility = { label: "Volatility", value: 8.7385994377416, unit: "%" };
const weight = { label: "Weight of Bonds", value: 54.8, unit: "%" };
const warning = { label: "Risk warning", value: "yes", unit: "" };
const now = [volatility, weight, warning];

it("figures of a file that equal its screen's are unchanged", () => {
  expect(changedFigures([...now], now, true)).toEqual([]);
  expect(changedFigures([warning, weight, volatility], now, true)).toEqual([]);
  expect(changedFigures([{ ...weight, value: Number.NaN }], [{ ...weight, value: Number.NaN }], true)).toEqual([]);
});

it("a changed digit, word, unit or name, and a missing figure, are each named", () => {
  expect(changedFigures([{ ...volatility, value: 8.7385994377417 }, weight, { ...warning, value: "no" }], now, true)).toEqual([
    { name: "Volatility", written: "8.7385994377416 %", shown: "8.7385994377417 %" },
    { name: "Risk warning", written: "yes", shown: "no" },
  ]);
  expect(changedFigures([{ ...volatility, unit: "" }, { ...weight, label: "Weight of Gold" }, warning], now, true)).toEqual([
    { name: "Volatility", written: "8.7385994377416 %", shown: "8.7385994377416" },
    { name: "Weight of Gold", written: "nothing", shown: "54.8 %" },
    { name: "Weight of Bonds", written: "54.8 %", shown: null },
  ]);
});

it("figures of the same name are compared in order", () => {
  const other = { ...weight, value: 45.2 };
  expect(changedFigures([weight, other], [weight, other], true)).toEqual([]);
  expect(changedFigures([weight, weight], [weight, other], true)).toHaveLength(1);
});

it("another version may differ in the rounding of the last digits only", () => {
  const rounded = { ...volatility, value: volatility.value * (1 + 9e-7) };
  const changed = { ...volatility, value: volatility.value * (1 + 2e-6) };
  expect(changedFigures([rounded], [volatility], false)).toEqual([]);
  expect(changedFigures([rounded], [volatility], true)).toHaveLength(1);
  expect(changedFigures([changed], [volatility], false)).toHaveLength(1);
});
