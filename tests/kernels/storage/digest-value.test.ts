import { expect, it } from "vitest";
import { digestValueJob } from "../../../workers/storage/jobs/digest-value";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

async function digest(value: unknown) {
  return resultOf(await digestValueJob({ value }, await testContext()));
}

const result = () => ({ fit: { volatility: Float64Array.of(1, 2, 3), aic: 2.5, elapsed: 4 }, n: 3, name: "x", elapsed: 7 });

it("is equal for the same bits, whatever the order of fields and the run time", async () => {
  const { fit } = result();
  const other = { elapsed: 1, name: "x", n: 3, fit: { elapsed: 9, aic: fit.aic, volatility: fit.volatility.slice() } };
  expect(await digest(other)).toEqual(await digest(result()));
});

it("ignores the time of an answer, but no date of the data", async () => {
  const at = async (timestamp: unknown) => (await digest({ result: { timestamp, n: 1 } })).digest;
  expect(await at("2026-01-01T00:00:00Z")).toBe(await at("2026-01-02T00:00:00Z"));
  expect(await at(1)).not.toBe(await at(2));
});

it("is the same in Node and in the browser", async () => {
  expect((await digest(result())).digest).toBe("c3b3a8175239fd9f88c60a70fe6bea77dd573bbbdfad430f052c887481a044a6");
});

it("changes with the last bit of a column, and names the field", async () => {
  const before = await digest(result());
  const changed = result();
  changed.fit.volatility[2] = 3 + 2 ** -51;
  const after = await digest(changed);
  expect(after.digest).not.toBe(before.digest);
  const paths = after.parts.filter((part, place) => part.digest !== before.parts[place].digest).map(({ path }) => path);
  expect(paths).toEqual(["fit.volatility"]);
});

it.each([
  ["0 and -0", 0, -0],
  ["NaN and null", Number.NaN, null],
  ["infinities", Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ["a number and its text", 1, "1"],
  ["kinds of lists", Float64Array.of(1), Float32Array.of(1)],
  ["a list and its column", [1], Float64Array.of(1)],
  ["bytes that differ in their zeros only", Uint8Array.of(1), Uint8Array.of(1, 0)],
])("tells %s apart", async (_, one, other) => {
  expect((await digest({ value: one })).digest).not.toBe((await digest({ value: other })).digest);
});

it("accepts a single value, and a column that is part of a longer buffer", async () => {
  const long = Float64Array.of(9, 1, 2, 9);
  expect(await digest(long.subarray(1, 3))).toEqual(await digest(Float64Array.of(1, 2)));
});

it("can be canceled within a long list", async () => {
  const context = await testContext(3);
  const long = Array.from({ length: 50_000 }, (_, place) => place);
  await expect(digestValueJob({ value: { long } }, context)).rejects.toThrow("canceled");
});
