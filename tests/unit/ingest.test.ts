import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { toldOutcome } from "../fixtures/in-words";
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

  it("drops words with a count, a reason and the place", async () => {
    const { quality } = await series("100, abc, 101, , 102");
    expect(quality.rowsRead).toBe(4);
    expect(quality.dropped).toEqual([{ reason: "not-a-number", count: 1, examples: [{ row: 2, value: "abc" }] }]);
  });

  it("says what it needs", async () => {
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
    expect(toldOutcome(await read("a,b\nc,d\ne,f\n"))).toMatchObject({
      ok: false,
      failure: { message: "Invalid CSV format" },
    });
    for (const origin of ["typed", "pasted"] as const) {
      const failure = { message: "At least 2 market data points required" };
      expect(toldOutcome(await read("abc", undefined, origin))).toMatchObject({ ok: false, failure });
    }
    expect(toldOutcome(await read(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])])))).toMatchObject({
      ok: false,
      failure: { message: "Please upload a CSV file" },
    });
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

  it("reads mark against pound and leaves the running number out", async () => {
    const dem = await series(await sample("dem2gbp.csv"));
    expect(dem.length).toBe(1974);
    expect(names(dem)).toEqual(["ret_pct"]);
    expect(dem.times).toBeNull();
    expect(primary(dem)[0]).toBe(0.12533286);
    expect(dem.quality.jumps.count).toBe(0);
  });
});
