import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, vi } from "vitest";
import { type ExportTableInput, exportTable } from "../../workers/report/jobs/export-table";
import { csvText } from "../../workers/report/table-text";
import { columnCells } from "../../workers/report/tables/column-cells";
import { resultOf } from "../fixtures/failure-text";
import { runs } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { series } from "./ingest";

const context = testContext();

async function written(input: ExportTableInput): Promise<string> {
  return resultOf(exportTable(input, await context)).text();
}

/** Numbers of every size, prices, and ambiguous ones: three digits after the separator. */
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1e7, max: 1e7 }).map((cents) => cents / 100),
  fc.integer({ min: -1e6, max: 1e6 }).map((mills) => mills / 1000),
  fc.integer({ min: -1e6, max: 1e6 }),
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("export", () => {
  it("writes dates, gaps, formulas and late starts", async () => {
    const columns = [
      { name: "Date", kind: "time" as const, values: Float64Array.of(Date.UTC(2020, 0, 2), Date.UTC(2020, 0, 3, 9, 30, 0, 5)) },
      { name: "Close", values: Float64Array.of(0.1 + 0.2, Number.NaN) },
      { name: 'A "b", c', values: ["=1+1", "plain, text"] },
      { name: "Late", start: 1, values: Float64Array.of(-0) },
    ];
    expect(await written({ columns })).toBe(
      'Date,Close,"A ""b"", c",Late\r\n2020-01-02,0.30000000000000004,\'=1+1,\r\n2020-01-03T09:30:00.005Z,,"plain, text",-0\r\n',
    );
  });

  it("writes flags as 1 or 0, from the first row that has one", async () => {
    const columns = [
      { name: "Return", values: Float64Array.of(0.1, -0.2, -0.3) },
      { name: "Exception", start: 1, flag: true, values: Float64Array.of(Number.NaN, -0.3) },
    ];
    expect(await written({ columns })).toBe("Return,Exception\r\n0.1,\r\n-0.2,0\r\n-0.3,1\r\n");
    expect([...columnCells(columns)][1]).toEqual({ name: "Exception", kind: "number", cells: Float64Array.of(Number.NaN, 0, 1) });
  });

  it("passes a long text to the engine's files in chunks", async () => {
    // Characters of one to four bytes, so that chunks end within some.
    const values = Array.from({ length: 700 }, (_, row) => `${row} ${"xé€😀".repeat(1000 + (row % 7))}`);
    const sizes: number[] = [];
    const File = Blob;
    vi.stubGlobal(
      "Blob",
      class extends File {
        constructor(parts: (Uint8Array<ArrayBuffer> | Blob)[], options?: BlobPropertyBag) {
          super(parts, options);
          if (!(parts[0] instanceof File)) sizes.push(this.size);
        }
      },
    );
    const text = await written({ columns: [{ name: "v", values }] }).finally(() => vi.unstubAllGlobals());
    expect(text.trimEnd().split("\r\n").slice(1)).toEqual(values);
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1 << 20);
  });

  it("returns names verbatim on request", async () => {
    const names = ["=SPY", "+A", "-B", "@C", "'=D", " E", 'F "g", h'];
    const columns = names.map((name, k) => ({ name, values: Float64Array.from({ length: 30 }, (_, row) => 100 + k + row) }));
    const dates = { name: "Date", kind: "time" as const, values: Float64Array.from({ length: 30 }, (_, row) => row * 86_400_000) };
    const text = await written({ columns: [dates, ...columns], exactNames: true });
    expect(Papa.parse<string[]>(text, { delimiter: "," }).data[0]).toEqual(["Date", ...names]);
    expect((await series(text)).columns.map(({ name }) => name)).toEqual(names.map((name) => name.trim()));
  });

  it.each(["=SUM(A1)", "+1+cmd", "-2+3", "@f", "\t=x", " =x", "\tx", "＝1+1", "＋1", "－1", "＠f", "\u0000=1", "\u200b=1", "\ufeff=1"])(
    "%j cannot run as a formula",
    (text) => {
      expect(Papa.parse<string[]>(csvText(text), { delimiter: "," }).data[0][0]).toBe(`'${text}`);
    },
  );

  it.each(["-5", "+5", "-.5", "-5e-7", "1e5", "a=b", "5-3"])("%j stays as it is", (text) => {
    expect(csvText(text)).toBe(text);
  });

  it.each([1, 2])("reads back to the same bits with semicolons and decimal commas, %i columns without dates", async (count) => {
    const rows = fc.array(fc.tuple(numbers, numbers), { minLength: 2, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const columns = ["Close", "Size; net"]
          .slice(0, count)
          .map((name, at) => ({ name, values: Float64Array.from(drawn, (row) => row[at]) }));
        const text = await written({ columns, csv: "comma" });
        const back = await series(text);
        expect(
          back.columns.map(({ name, values }) => [name, [...values]]),
          text,
        ).toEqual(columns.map(({ name, values }) => [name, [...values]]));
      }),
      { numRuns: runs(400), seed: 12 },
    );
  });

  it("reads back to the same bits", async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), finite, finite), { minLength: 2, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const sorted = [...new Map(drawn.map((row) => [row[0], row])).values()].sort((a, b) => a[0] - b[0]);
        fc.pre(sorted.length > 1);
        const times = Float64Array.from(sorted, ([time]) => time);
        const columns = [1, 2].map((index) => ({ name: `c${index}`, values: Float64Array.from(sorted, (row) => row[index]) }));
        const back = await series(await written({ columns: [{ name: "Date", kind: "time", values: times }, ...columns] }));
        expect(back.times).toEqual(times);
        for (const [index, { values }] of columns.entries()) expect([...back.columns[index].values]).toEqual([...values]);
      }),
      { numRuns: runs(200), seed: 11 },
    );
  });
});
