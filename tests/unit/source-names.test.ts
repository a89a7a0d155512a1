import { expect, it } from "vitest";
import { nameOf } from "../../workers/batch";

it.each([
  ["prices/SPY.csv", "SPY"],
  ["https://example.com/a/S%26P%20500.csv?key=1", "S&P 500"],
  ["growth 50%.csv", "growth 50%"],
  ["fund #2.csv", "fund #2"],
  ["5%er.parquet", "5%er"],
  ["C:\\data\\100%\\%zz.csv", "%zz"],
])("the series of %s is called %s", (from, name) => {
  expect(nameOf({ kind: "text", from })).toBe(name);
});
