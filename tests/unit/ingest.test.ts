import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { undatedWords } from "../../src/analysis/data/reading-words";
import { columnOf } from "../../workers/batch";
import { readSeries } from "../../workers/ingest";
import { resultOf, toldOutcome } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";
import { days, names, primary, read, series } from "./ingest";

const sample = async (name: string) => new Blob([await readFile(new URL(`../../public/samples/${name}`, import.meta.url))]);

describe("price lists", () => {
  const values = [100, 101.5, 102, 99.25];
  it.each([
    ["commas", "100, 101.5, 102, 99.25"],
    ["commas without blanks", "100,101.5,102,99.25"],
    ["one per line", "100\n101.5\n102\n99.25\n"],
    ["CR LF", "100\r\n101.5\r\n102\r\n99.25\r\n"],
    ["CR alone", "100\r101.5\r102\r99.25"],
    ["blank lines", "100\n\n101.5\n \n102\n99.25"],
    ["blanks", "100 101.5 102 99.25"],
    ["semicolons", "100;101.5;102;99.25"],
    ["tabs", "100\t101.5\t102\t99.25"],
    ["a mixture", "100, 101.5; 102\n99.25"],
    ["a mixture over lines", "100,101.5,102\n99.25"],
    ["a comma at the line's end", "100,\n101.5,\n102,\n99.25"],
    ["decimal commas and semicolons", "100,0; 101,5; 102; 99,25"],
    ["decimal commas and blanks", "100,0 101,5 102,0 99,25"],
    ["decimal commas, one per line", "100\n101,5\n102\n99,25"],
    ["a header", "Price\n100\n101.5\n102\n99.25"],
    ["currency", "$100\n$101.50\n$102\n$99.25"],
  ])("%s", async (_, text) => {
    const read = await series(text);
    expect(primary(read)).toEqual(values);
    expect(read.times).toBeNull();
    expect(read.quality.dropped).toEqual([]);
    expect(read.quality.rowsRead).toBe(4);
  });

  it("drops text with a count, a reason and the position", async () => {
    const { quality } = await series("100, abc, 101, , 102");
    expect(quality.rowsRead).toBe(4);
    expect(quality.dropped).toEqual([{ reason: "not-a-number", count: 1, examples: [{ row: 2, value: "abc" }] }]);
  });

  it("states what it needs", async () => {
    for (const nothing of ["  \n ", ""]) {
      expect(toldOutcome(await read(nothing, {}, "typed"))).toMatchObject({
        ok: false,
        failure: { message: "Please enter market data" },
      });
      expect(toldOutcome(await read(nothing))).toMatchObject({ ok: false, failure: { message: "Invalid CSV format" } });
    }
    expect(toldOutcome(await read("100", {}, "typed"))).toMatchObject({
      ok: false,
      failure: { message: "At least 2 market data points required" },
    });
    expect(toldOutcome(await read("Date,Close\n2020-01-01,5\n2020-01-02,x\n"))).toMatchObject({
      ok: false,
      failure: { message: "CSV must contain at least 2 valid price points", row: 3, value: "x", column: "Close" },
    });
    // The first row below the header without a number, or the header itself if nothing follows.
    for (const [text, row, value] of [
      ["a,b\nc,d\ne,f\n", 2, "c,d"],
      ["Date\tClose\n\n2020-01-01\tNaN\n", 3, "2020-01-01\tNaN"],
      ["Date,Close\n", 1, "Date,Close"],
      ["Date,Close\n2020-01-01,\u202ex\n", 2, "2020-01-01,[U+202E]x"],
    ] as const)
      expect(toldOutcome(await read(text))).toMatchObject({ ok: false, failure: { message: "Invalid CSV format", row, value } });
    for (const origin of ["typed", "pasted"] as const) {
      const failure = { message: "At least 2 market data points required" };
      expect(toldOutcome(await read("abc", undefined, origin))).toMatchObject({ ok: false, failure });
    }
    expect(toldOutcome(await read(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])])))).toMatchObject({
      ok: false,
      failure: { message: "Please upload a CSV file: this is a PNG picture" },
    });
  });
});

describe("whole-number prices after compact dates", () => {
  it("treats the comma as the column separator if the header names two columns", async () => {
    const later = Array.from({ length: 9 }, (_, row) => `${20240105 + row},${100 + row}\n`).join("");
    const read = await series("Date,Close\n20240102,100\n20240103,101\n20240104,99\n".concat(later));
    expect(names(read)).toEqual(["Close"]);
    expect(primary(read).slice(0, 3)).toEqual([100, 101, 99]);
    expect(days(read)?.slice(0, 3)).toEqual(["2024-01-02", "2024-01-03", "2024-01-04"]);
    const single = await series(`Kurs, EUR\n${"100,5\n101,25\n".repeat(9)}`);
    expect(primary(single).slice(0, 2)).toEqual([100.5, 101.25]);
  });
});

it("columns of one name are told apart, so that a batch reads each of them", async () => {
  const rows = Array.from({ length: 30 }, (_, row) => `2024-01-${String(row + 1).padStart(2, "0")},${100 + row},${200 - row},${300 + row}`);
  const table = await series(`Date,Close,Close (2),Close\n${rows.join("\n")}`);
  expect(names(table)).toEqual(["Close", "Close (2)", "Close (3)"]);
  const first = names(table).map(async (name) => resultOf(await columnOf(table, name, await testContext())).columns[0].values[0]);
  expect(await Promise.all(first)).toEqual([100, 200, 300]);
});

it("a file's name turns no title around and breaks no line", async () => {
  const named = async (name: string) => resultOf(await readSeries({ source: "1\n2\n3\n", name, origin: "file" }, await testContext())).name;
  expect(await named("gpj.\u202evsc.csv")).toBe("gpj.[U+202E]vsc.csv");
  expect((await named(`${"a".repeat(5000)}.csv`)).length).toBeLessThanOrEqual(200);
});

describe("dates that cannot be read", () => {
  const rows = (date: (row: number) => string) =>
    `Date,Close\n${Array.from({ length: 30 }, (_, row) => `${date(row)},${100 + row}`).join("\n")}\n`;
  it("names the intended column, how many of its cells are not dates, and the first of them", async () => {
    const some = await series(rows((row) => (row % 3 === 0 ? "soon" : `2024-01-${String(row + 1).padStart(2, "0")}`)));
    expect(some.times).toBeNull();
    expect(some.quality.undated).toEqual({ column: "Date", count: 10, examined: 30, row: 2, value: "soon" });
    expect(undatedWords(some.quality.undated!)).toBe("10 of 30 cells examined: not a date (first in row 2: “soon”)");
    const none = await series(rows((row) => `day ${row}`));
    expect(none.quality.undated).toEqual({ column: "Date", count: 30, examined: 30, row: 2, value: "day 0" });
    const compact = await series(rows((row) => (row === 20 ? "20240230" : String(20240101 + row))));
    expect(compact.quality.undated).toEqual({ column: "Date", count: 1, examined: 30, row: 22, value: "20240230" });
  });

  it("says nothing about rows with dates, other text, or an assigned column", async () => {
    expect((await series(rows((row) => `2024-01-${String(row + 1).padStart(2, "0")}`))).quality.undated).toBeUndefined();
    expect((await series(rows((row) => `day ${row}`).replace("Date", "Venue"))).quality.undated).toBeUndefined();
    expect(
      (
        await series(
          rows((row) => `day ${row}`),
          { uses: ["ignored", null] },
        )
      ).quality.undated,
    ).toBeUndefined();
  });
});

describe("samples", () => {
  it("reads West Texas crude and counts its 290 blank days", async () => {
    const wti = await series(await sample("wti_1986_2019.csv"));
    expect(names(wti)).toEqual(["DCOILWTICO"]);
    expect(wti.quality).toMatchObject({ rowsRead: 8611, rowsKept: 8321, header: true, dateFormat: "yyyy-mm-dd", unsorted: 0 });
    expect(wti.quality.dropped).toMatchObject([{ reason: "missing-value", count: 290 }]);
    expect(wti.length).toBe(8321);
    expect(days(wti)?.[0]).toBe("1986-01-02");
    expect(primary(wti)[1]).toBe(26);
  });

  it("reads mark against pound, ignoring the row number", async () => {
    const dem = await series(await sample("dem2gbp.csv"));
    expect(dem.length).toBe(1974);
    expect(names(dem)).toEqual(["log_ret_pct"]);
    expect(dem.times).toBeNull();
    expect(primary(dem)[0]).toBe(0.12533286);
    expect(dem.quality.jumps.count).toBe(0);
  });
});
