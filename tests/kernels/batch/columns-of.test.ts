import { describe, expect, it } from "vitest";
import { unitFor } from "../../../workers/analyzed-column";
import { columnOf, columnSources, seriesOf } from "../../../workers/batch/columns-of";
import { type Column, type ColumnRole, DAY } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { hashColumns } from "../../../workers/series";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const column = (name: string, values: readonly number[], role: ColumnRole = "value"): Column => ({
  name,
  role,
  values: Float64Array.from(values),
});
const days = (count: number) => Float64Array.from({ length: count }, (_, row) => row * DAY);
const { NaN: gap } = Number;

describe("columnSources", () => {
  it("makes each column a series, in order", () => {
    expect(columnSources([column("B", []), column("A", [])], "wide.csv")).toEqual([
      { kind: "column", from: "wide.csv", name: "B" },
      { kind: "column", from: "wide.csv", name: "A" },
    ]);
  });

  it("leaves a single column, no column, and the bars of one instrument as one text", () => {
    const one = [{ kind: "text", from: "one.csv" }];
    expect(columnSources([], "one.csv")).toEqual(one);
    expect(columnSources([column("Price", [])], "one.csv")).toEqual(one);
    const bars = (["open", "high", "low", "close", "adjusted-close", "volume"] as const).map((role) => column(role, [], role));
    expect(columnSources(bars, "one.csv")).toEqual(one);
    // A single column other than a bar's fields makes them all separate series.
    expect(columnSources([...bars, column("Rate", [])], "one.csv")).toHaveLength(7);
  });
});

describe("columnOf", () => {
  const times = days(4);
  const table = { times, columns: [column("A", [1, 2, 3, 4], "close"), column("B", [gap, 5, gap, 7])] };

  it("keeps the unit of returns that the cells state, whatever the size of the values", async () => {
    const rows = Array.from({ length: 300 }, (_, row) => [0.4, -0.3, 0.2][row % 3]);
    const cells = (unit: string) =>
      rows.map((value, row) => `${new Date(row * DAY).toISOString().slice(0, 10)},${value}${unit},${-value}${unit}`);
    const units = await Promise.all(
      ["%", ""].map(async (sign) => {
        const source = `Date,A return,B return\n${cells(sign).join("\n")}\n`;
        const read = resultOf(await readSeries({ source, name: "returns", origin: "file" }, await testContext()));
        const series = resultOf(await columnOf(read, "B return", await testContext()));
        return unitFor(series, series.columns[0], "auto");
      }),
    );
    expect(units).toEqual(["percent", "auto"]);
  });

  it("returns a column with the dates of its rows, as plain values whatever its role in the table", async () => {
    const context = await testContext();
    const series = resultOf(await columnOf(table, "A", context));
    expect(series).toMatchObject({ name: "A", length: 4, primary: 0, columns: [{ name: "A", role: "value" }] });
    expect([...series.columns[0].values]).toEqual([1, 2, 3, 4]);
    expect([...(series.times ?? [])]).toEqual([...times]);
  });

  it("skips rows in which the column has no number, and their dates", async () => {
    const context = await testContext();
    const series = resultOf(await columnOf(table, "B", context));
    expect([...series.columns[0].values]).toEqual([5, 7]);
    expect([...(series.times ?? [])]).toEqual([DAY, 3 * DAY]);
  });

  it("hashes its numbers only: the same for a table with and without gaps", async () => {
    const context = await testContext();
    const short = { times: Float64Array.of(DAY, 3 * DAY), columns: [column("B", [5, 7])] };
    const { hash } = resultOf(await columnOf(table, "B", context));
    expect(resultOf(await columnOf(short, "B", context)).hash).toBe(hash);
    expect(await hashColumns([Float64Array.of(DAY, 3 * DAY), Float64Array.of(5, 7)], context)).toBe(hash);
    expect(resultOf(await columnOf({ ...short, times: null }, "B", context)).hash).not.toBe(hash);
  });

  it("names a missing column", async () => {
    const context = await testContext();
    const outcome = await columnOf(table, "C", context);
    expect(outcome.ok ? "" : failureText(outcome.failure)).toBe('There is no column "C".');
  });

  it("refuses fewer than two numbers, and decreasing dates, naming the row", async () => {
    const context = await testContext();
    const few = await columnOf({ times: null, columns: [column("A", [gap, 1, gap])] }, "A", context);
    expect(few).toMatchObject({ ok: false, failure: { code: "bad-input", column: "A" } });
    for (const [dates, row] of [
      [Float64Array.of(0, 2 * DAY, DAY, 2 * DAY), 3],
      [Float64Array.of(gap, DAY, 2 * DAY, 3 * DAY), 1],
      [Float64Array.of(DAY, 0, 2 * DAY, 3 * DAY), 2],
    ] as const) {
      const odd = await columnOf({ times: dates, columns: table.columns }, "A", context);
      expect(odd).toMatchObject({ ok: false, failure: { row, column: "Date" } });
    }
    expect((await columnOf({ times: Float64Array.of(0, DAY, DAY, 2 * DAY), columns: table.columns }, "A", context)).ok).toBe(true);
    // A bad date does no harm where the column has no number.
    expect((await columnOf({ times: Float64Array.of(9 * DAY, DAY, 0, 3 * DAY), columns: table.columns }, "B", context)).ok).toBe(true);
  });
});

it("seriesOf selects the rows of the first column for all others", async () => {
  const context = await testContext();
  const given = [column("Close", [1, gap, 3], "close"), column("Volume", [10, 20, gap], "volume")];
  const series = resultOf(await seriesOf("X", given, null, context));
  expect(series.columns.map(({ role, values }) => [role, ...values])).toEqual([
    ["close", 1, 3],
    ["volume", 10, gap],
  ]);
});
