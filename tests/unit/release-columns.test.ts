import { expect, it } from "vitest";
import { releaseColumns } from "../../src/client/release-columns";

it("removes long columns from a result at any depth, without changing the columns or anything else", () => {
  const long = new Float64Array(200_000).fill(3);
  const short = Float64Array.of(1, 2);
  const result = { returns: long, fit: { volatility: long, covariance: short, parts: [{ column: long }], name: "GARCH" }, none: null };
  const { fit } = result;
  releaseColumns(result);
  expect([result.returns.length, fit.volatility.length, fit.parts[0].column.length]).toEqual([0, 0, 0]);
  expect([fit.covariance, fit.name, result.none]).toEqual([short, "GARCH", null]);
  expect([long.length, long[0], long[199_999]]).toEqual([200_000, 3, 3]);
});
