import { expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { type ComparePricesInput, comparePrices } from "../../../workers/indicators/jobs/compare-prices";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

const days = (of: readonly number[]) => Float64Array.from(of, (day) => day * DAY);
const walk = (length: number, seed: number) => randomWalk(length, seed).map((value) => Math.abs(value) + 50);

async function compared(given: Partial<ComparePricesInput> & Pick<ComparePricesInput, "closes" | "others">) {
  return resultOf(await comparePrices({ times: null, along: [], base: null, ...given }, await testContext()));
}
const valuesOf = ({ others }: Awaited<ReturnType<typeof compared>>) =>
  others.map((other) => (other.ok ? [...other.value] : failureText(other.failure)));

it("aligns on dates: the latest value on or before each, nothing before the first or after the last", async () => {
  const closes = walk(600, 3);
  const times = days(Array.from({ length: 600 }, (_, t) => Math.floor(t / 5) * 7 + (t % 5)));
  const own = days(Array.from({ length: 150 }, (_, k) => 40 + 3 * k));
  const values = walk(150, 4);
  const found = await compared({ closes, times, others: [{ name: "B", values, times: own }] });
  const plain = Array.from(times, (time) =>
    time < own[0] || time > own[149] ? Number.NaN : values[own.findLastIndex((moment) => moment <= time)],
  );
  expect(valuesOf(found)).toEqual([plain]);
  expect(found.closes).toEqual(closes);
  expect(found.base).toBeNull();
});

it("rebases all to 100 in the first row from the given one in which each has a price, and what goes along with the closes", async () => {
  const closes = Float64Array.of(10, 20, 40, 50, 80, 100);
  const along = [closes.map((v) => v + 2), closes.map((v) => v - 3)];
  const times = days([1, 2, 3, 4, 5, 8]);
  const early = { name: "B", values: Float64Array.of(4, Number.NaN, 5, 6, 8), times: days([2, 3, 4, 5, 8]) };
  const found = await compared({ closes, along, times, others: [early], base: 2 });
  // Row 2 has no price of B: the next one has.
  expect(found.base).toBe(3);
  expect([...found.closes]).toEqual([20, 40, 80, 100, 160, 200]);
  expect([...found.along[0]]).toEqual([24, 44, 84, 104, 164, 204]);
  expect([...found.along[1]]).toEqual([14, 34, 74, 94, 154, 194]);
  const [b] = found.others;
  expect(b.ok && [...b.value]).toEqual([Number.NaN, 80, Number.NaN, 100, 120, 160]);
});

it("puts undated series row by row, and says what cannot be compared without refusing the others", async () => {
  const closes = Float64Array.of(1, 2, 3, 4);
  const plain = { name: "B", values: Float64Array.of(5, 6, 7), times: null };
  const dated = { name: "C", values: Float64Array.of(5, 6), times: days([1, 2]) };
  expect(valuesOf(await compared({ closes, others: [plain, dated] }))).toEqual([
    [5, 6, 7, Number.NaN],
    "C cannot be aligned: only one of the two series has dates",
  ]);
  const times = days([10, 11, 12, 13]);
  expect(
    valuesOf(
      await compared({
        closes,
        times,
        others: [
          dated,
          { name: "D", values: Float64Array.of(1, 2), times: days([12, 11]) },
          { name: "E", values: new Float64Array(0), times: days([]) },
        ],
      }),
    ),
  ).toEqual([
    "C has no value between the first and the last date of the price",
    expect.stringContaining("D"),
    "E has no value between the first and the last date of the price",
  ]);
});

it("refuses a base that is no row, and one from which no row has all prices", async () => {
  const closes = Float64Array.of(1, 2, 3);
  const others = [{ name: "B", values: Float64Array.of(5, Number.NaN, -1), times: null }];
  const context = await testContext();
  const refused = async (base: number) => {
    const outcome = await comparePrices({ closes, along: [], times: null, others, base }, context);
    return outcome.ok ? null : failureText(outcome.failure);
  };
  expect(await refused(1)).toBe("No row in view has a price above 0 in every series");
  expect(await refused(3)).toBe("Both points must be rows from 1 to 3");
  expect(await refused(0.5)).toBe("Both points must be rows from 1 to 3");
  expect(await refused(0)).toBeNull();
});

it("can be canceled, and leaves the memory as it was", async () => {
  const context = await testContext(3);
  const mark = context.kernels.arenaMark();
  const length = 400_000;
  const times = Float64Array.from({ length }, (_, t) => t * DAY);
  const input = { closes: walk(length, 1), along: [], times, others: [{ name: "B", values: walk(length, 2), times }], base: 0 };
  await expect(comparePrices(input, context)).rejects.toThrow(Canceled);
  expect(context.kernels.arenaMark()).toBe(mark);
});
