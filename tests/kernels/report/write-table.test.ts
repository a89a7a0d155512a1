import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDirectory, readEntry } from "../../../workers/archive";
import { DAY } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { type WriteTableInput, writeTable } from "../../../workers/report/jobs/write-table";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

type Columns = WriteTableInput["columns"];
type Format = WriteTableInput["format"];
const FORMATS = ["csv", "parquet", "arrow", "xlsx"] as const;
const context = testContext();

async function written(columns: Columns, format: Format): Promise<Blob> {
  return resultOf(await writeTable({ columns, format }, await context));
}

async function readBack(source: Blob) {
  return resultOf(await readSeries({ source, name: "file", origin: "file", options: {} }, await context));
}

const bitsOf = (values: ArrayLike<number>) => [...new BigUint64Array(Float64Array.from(values).buffer)].map(String);

async function sheetOf(file: Blob): Promise<string> {
  const directory = await readDirectory(file);
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of readEntry(file, directory.get("xl/worksheets/sheet1.xml")!)) text += decoder.decode(piece, { stream: true });
  return text;
}

describe.each(FORMATS)("a table as %s", (format) => {
  it("reads back to the same bits: numbers, days and names", async () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: -20_000, max: 60_000 }), finite, finite), {
      minLength: 2,
      maxLength: 30,
      selector: ([day]) => day,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const sorted = drawn.sort((a, b) => a[0] - b[0]);
        const column = (place: 1 | 2) => Float64Array.from(sorted, (row) => row[place]);
        const times = Float64Array.from(sorted, ([day]) => day * DAY);
        const file = await written(
          [
            { name: "Date", kind: "time", values: times },
            { name: "Close", values: column(1) },
            { name: 'Size, "net" & <gross>', values: column(2) },
          ],
          format,
        );
        const { times: back, columns } = await readBack(file);
        expect(back).toEqual(times);
        expect(columns.map(({ name }) => name)).toEqual(["Close", 'Size, "net" & <gross>']);
        expect(columns.map(({ values }) => bitsOf(values))).toEqual([bitsOf(column(1)), bitsOf(column(2))]);
      }),
      { numRuns: 25, seed: 5 },
    );
  });

  it("keeps both zeros, every millisecond and the rows of a late column", async () => {
    const times = Float64Array.from({ length: 6 }, (_, row) => Date.UTC(2024, 0, 2, 9, 30, 0, 1) + 61_001 * row);
    const values = Float64Array.of(1, -0, 0, -0, 5e-324, 1.7976931348623157e308);
    const late = Float64Array.of(3, 0.1 + 0.2);
    const file = await written(
      [
        { name: "Time", kind: "time", values: times },
        { name: "Close", values },
        { name: "Ahead", values: late, start: 4 },
        { name: "Size", values: Float64Array.of(-2, 3, -4, 5, -6, 7), absolute: true },
        { name: "Percent", values: Float64Array.of(-0.5, 0, 0.25, 1, 2, -3), factor: 100 },
      ],
      format,
    );
    const { times: back, columns } = await readBack(file);
    expect(back).toEqual(times);
    expect(bitsOf(columns[0].values)).toEqual(bitsOf(values));
    expect([...columns[1].values]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, 3, 0.1 + 0.2]);
    expect([...columns[2].values]).toEqual([2, 3, 4, 5, 6, 7]);
    expect([...columns[3].values]).toEqual([-50, 0, 25, 100, 200, -300]);
  });

  it("of more rows than one chunk is complete, and can be canceled", async () => {
    const values = Float64Array.from({ length: 100_001 }, (_, row) => Math.sin(row) * 1e3);
    const { columns } = await readBack(await written([{ name: "v", values }], format));
    expect(columns[0].values).toEqual(values);
    await expect(testContext(0).then((stopped) => writeTable({ columns: [{ name: "v", values }], format }, stopped))).rejects.toThrow(
      Canceled,
    );
  });

  it("of no rows is refused", async () => {
    expect(await writeTable({ columns: [], format }, await context)).toMatchObject({ failure: { reason: "report/nothingToExport" } });
  });
});

describe("an Excel workbook", () => {
  it("stores text as strings, never as formulas, with any characters", async () => {
    const words = ["=1+1", "+cmd", "-2", "@x", "\tt", "a & b <c>", "nul\u0000bell\u0007", "_x0041_", "lone \ud83d, whole 😀"];
    const sheet = await sheetOf(await written([{ name: "=HEAD()", values: words }], "xlsx"));
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet.match(/t="inlineStr"/g)).toHaveLength(words.length + 1);
    // What would run as a formula once edited keeps its quote: the number -2 would not.
    expect([...sheet.matchAll(/<c r="(A\d+)" s="3"/g)].map(([, at]) => at)).toEqual(["A1", "A2", "A3", "A5", "A6"]);
    expect(sheet).toContain("a &amp; b &lt;c&gt;");
    expect(sheet).toContain("nul_x0000_bell_x0007_");
    expect(sheet).toContain("_x005F_x0041_");
    expect(sheet).toContain("lone _xD83D_, whole 😀");
  });

  it("refuses more rows than a sheet can have, with a message", async () => {
    const values = new Float64Array(1 << 20);
    const outcome = await writeTable({ columns: [{ name: "v", values }], format: "xlsx" }, await context);
    expect(outcome.ok ? "" : failureText(outcome.failure)).toContain("cannot hold 1,048,576 rows and 1 column:");
  });
});

it.each(["parquet", "arrow"] as const)("columns of the same name stay distinct as %s", async (format) => {
  const columns = [1, 2, 3].map((value) => ({ name: "Return", values: Float64Array.of(value, value) }));
  const back = await readBack(await written(columns, format));
  expect(back.columns.map(({ name, values }) => [name, values[0]])).toEqual([
    ["Return", 1],
    ["Return (2)", 2],
    ["Return (3)", 3],
  ]);
});
