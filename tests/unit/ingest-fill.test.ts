import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { days, names, primary, read, series } from "./ingest";

const FILL = { fill: "previous" } as const;
const BARS = [
  "Date,Close,Volume,High",
  "2024-01-01,,5,",
  "2024-01-02,10,6,11",
  "2024-01-03,n/a,,12",
  "2024-01-05,12,8,",
  "2024-01-04,,,13",
  "2024-01-08,,9,14",
].join("\n");

describe("blank prices", () => {
  it("are excluded unless filling is chosen", async () => {
    const found = await series(BARS);
    expect([primary(found), found.quality.filled]).toEqual([[10, 12], undefined]);
    expect(found.quality.dropped.map(({ reason, count }) => [reason, count])).toEqual([["missing-value", 4]]);
  });

  it("in the second row are not part of a header", async () => {
    const found = await series("Date,Close\n2024-01-02,10\n2024-01-03,\n2024-01-04,12\n");
    expect([names(found), primary(found), days(found)]).toEqual([["Close"], [10, 12], ["2024-01-02", "2024-01-04"]]);
  });

  it("take the previous value, volumes do not, and the rows are reported", async () => {
    const found = await series(BARS, FILL);
    expect([names(found), days(found)]).toEqual([
      ["Close", "Volume", "High"],
      ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"],
    ]);
    // The row of the 4th follows that of the 5th in the text, but takes the previous value by date.
    expect(primary(found)).toEqual([10, 10, 10, 12, 12]);
    expect([...found.columns[1].values]).toEqual([6, Number.NaN, Number.NaN, 8, 9]);
    expect([...found.columns[2].values]).toEqual([11, 12, 13, 13, 14]);
    expect(found.quality.filled).toEqual([
      { column: "Close", count: 3, rows: [4, 6, 7] },
      { column: "High", count: 1, rows: [5] },
    ]);
    expect(found.quality.dropped).toEqual([{ reason: "missing-value", count: 1, examples: [{ row: 2, value: "" }] }]);
    expect([found.quality.rowsRead, found.quality.rowsKept, found.quality.chosen?.options]).toEqual([6, 5, FILL]);
    expect(found.quality.missing).toEqual([{ column: "Volume", count: 2 }]);
  });

  it("are filled across the chunks of a long column", async () => {
    const blank = new Set([65_535, 65_536, 65_537]);
    const cells = Array.from({ length: 65_540 }, (_, row) => (blank.has(row) ? "" : String(row)));
    const found = await series(`Date,Close\n${cells.map((cell, row) => `${row + 1},${cell}`).join("\n")}\n`, {
      fill: "previous",
      uses: ["ignored", "close"],
    });
    expect(primary(found).slice(-6)).toEqual([65_534, 65_534, 65_534, 65_534, 65_538, 65_539]);
    expect(found.quality.filled).toEqual([{ column: "Close", count: 3, rows: [65_537, 65_538, 65_539] }]);
  });

  it("are filled only if blank: invalid numbers are still excluded", async () => {
    const found = await series("Date,Close\n2024-01-02,1\n2024-01-03,x\n2024-01-04,\n2024-01-05,3\n", FILL);
    expect([primary(found), found.quality.dropped.map(({ reason }) => reason)]).toEqual([[1, 1, 3], ["not-a-number"]]);
  });

  it("are filled in typed columns like in texts", async () => {
    const close = [null, 1, null, 3, null];
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: "Date", data: close.map((_, row) => new Date(Date.UTC(2024, 0, 2 + row))), type: "TIMESTAMP" },
        { name: "Close", data: close, type: "DOUBLE", nullable: true },
      ],
    });
    const text = `Date,Close\n${close.map((value, row) => `2024-01-0${row + 2},${value ?? ""}`).join("\n")}`;
    const [typed, written] = [await series(new Blob([buffer]), FILL), await series(text, FILL)];
    expect(primary(typed)).toEqual([1, 1, 3, 3]);
    expect([typed.hash, typed.quality.filled?.[0].count]).toEqual([written.hash, written.quality.filled?.[0].count]);
  });

  it("do not replace a price on the same date in another row, whichever row is kept", async () => {
    const twice = (...rows: string[]) =>
      `Date,Close\n2024-01-02,10\n${rows.map((price) => `2024-01-03,${price}\n`).join("")}2024-01-04,12\n2024-01-05,\n`;
    for (const repeated of ["first", "last", "mean"] as const) {
      for (const rows of [
        ["", "11"],
        ["11", ""],
        ["", "11", ""],
      ]) {
        const found = await series(twice(...rows), { ...FILL, repeated });
        expect([repeated, rows, primary(found)]).toEqual([repeated, rows, [10, 11, 12, 12]]);
      }
      expect(primary(await series(twice("", ""), { ...FILL, repeated }))).toEqual([10, 10, 12, 12]);
    }
    // Removed rows are counted and named.
    const { dropped } = (await series(twice("", "11"), { ...FILL, repeated: "first" })).quality;
    expect(dropped).toEqual([{ reason: "missing-value", count: 1, examples: [{ row: 3, value: "" }] }]);
  });

  it("do not include blank volumes: a volume column is read without its blanks", async () => {
    const found = await series(BARS, { ...FILL, column: "Volume" });
    expect([primary(found), found.quality.filled]).toEqual([[5, 6, 8, 9], undefined]);
  });

  it("that make up a whole column leave too few values", async () => {
    expect((await read("Date,Close\n2024-01-02,\n2024-01-03,\n2024-01-04,5\n", FILL)).ok).toBe(false);
  });
});
