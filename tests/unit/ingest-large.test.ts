import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import { Canceled } from "../../workers/runtime/job";
import { failureText } from "../fixtures/failure-text";
import { runs } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { primary, read, series } from "./ingest";

const ROWS = 1_000_000;
const MINUTE = 60_000;
const START = Date.UTC(2000, 0, 1);
const price = (index: number) => ((index * 7919) % 100_003) / 7 + 1;

// Cheaper than a million calls of toISOString.
const days = Array.from({ length: Math.ceil(ROWS / 1440) }, (_, day) => new Date(START + day * 1440 * MINUTE).toISOString().slice(0, 11));
const two = (value: number) => String(value).padStart(2, "0");
const clocks = Array.from({ length: 1440 }, (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00.000Z`);
const isoMinute = (index: number) => days[Math.floor(index / 1440)] + clocks[index % 1440];

// A million rows take a while when several suites share the machine.
vi.setConfig({ testTimeout: 60_000 });

describe("a million rows", () => {
  it("dates and full-precision prices arrive bit for bit", async () => {
    const lines: string[] = ["time,close"];
    for (let index = 0; index < ROWS; index++) lines.push(`${isoMinute(index)},${price(index)}`);
    const context = await testContext();
    const outcome = await readSeries({ source: new Blob([lines.join("\n")]), name: "big.csv", origin: "file" }, context);
    if (!outcome.ok) throw new Error(failureText(outcome.failure));
    const { value } = outcome;
    expect(value.length).toBe(ROWS);
    const values = value.columns[0].values;
    const times = value.times ?? new Float64Array(0);
    let wrong = 0;
    for (let index = 0; index < ROWS; index++) if (values[index] !== price(index) || times[index] !== START + index * MINUTE) wrong++;
    expect(wrong).toBe(0);
    expect(value.quality).toMatchObject({ reader: "fast", rowsRead: ROWS, rowsKept: ROWS, dropped: [], unsorted: 0, gaps: 0 });
    expect(value.preview.length).toBeLessThanOrEqual(10_000);
    expect(value.preview.endsWith("\n")).toBe(true);
    expect(context.reports.length).toBeGreaterThan(30);
    expect(context.reports.every(({ fraction }, index) => index === 0 || fraction >= context.reports[index - 1].fraction)).toBe(true);
  });

  it("a single line of comma-separated values", async () => {
    const text = Array.from({ length: ROWS }, (_, index) => price(index).toFixed(2)).join(",");
    const file = await series(text);
    expect(file.length).toBe(ROWS);
    expect(file.columns[0].values.every((value, index) => value === Number(price(index).toFixed(2)))).toBe(true);
  });

  it("newest first with a duplicate: sorted, keeping the later row", async () => {
    const lines: string[] = [];
    for (let index = 300_000; index > 0; index--) lines.push(`${START + index * MINUTE};${index}`);
    lines.push(`${START + 5 * MINUTE};-5`);
    const text = `timestamp;close\n${lines.join("\n")}`;
    const all = await series(text);
    expect([all.length, all.columns[0].values[4], all.columns[0].values[5], all.quality.repeated]).toEqual([
      300_001,
      5,
      -5,
      { count: 1, rows: [300_002] },
    ]);
    const file = await series(text, { repeated: "last" });
    expect(file.length).toBe(300_000);
    expect(file.columns[0].values.every((value, index) => value === (index === 4 ? -5 : index + 1))).toBe(true);
    expect(file.times?.every((time, index) => time === START + (index + 1) * MINUTE)).toBe(true);
    expect(file.quality.unsorted).toBe(299_999);
    expect(file.quality.dropped).toMatchObject([{ reason: "duplicate-date", count: 1, examples: [{ row: 299_997 }] }]);
    expect(file.quality.zeroOrNegative).toEqual({ count: 1, rows: [300_002] });
  });

  it("stops between chunks when canceled", async () => {
    const blob = new Blob(["1.5\n".repeat(2_000_000)]);
    await expect(readSeries({ source: blob, name: "x", origin: "file" }, await testContext(4))).rejects.toBeInstanceOf(Canceled);
    const context = await testContext();
    const before = context.kernels.arenaMark();
    await readSeries({ source: blob, name: "x", origin: "file" }, context);
    expect(context.kernels.arenaMark()).toBe(before);
  });
});

describe("chunks of a text", () => {
  it("a character or line end split between chunks is read correctly", async () => {
    // Quotes send this text to the general reader; chunk ends fall on every position of the row in turn.
    const row = '"2020-01-02T00:00:00.000Z","€1,234.50"\r\n';
    const bytes = new TextEncoder().encode(row).length;
    const count = Math.ceil((3 << 20) / bytes);
    const { quality } = await series(`time,price\r\n${row.repeat(count)}"2020-01-03","€7"\r\n`);
    expect(quality.rowsRead).toBe(count + 1);
    expect([quality.rowsKept, quality.repeated?.count]).toEqual([count + 1, count - 1]);
    expect(quality.reader).toBe("papaparse");
  });

  it("UTF-16 beyond one chunk", async () => {
    const text = `Close\n${Array.from({ length: 200_000 }, (_, index) => index / 8).join("\n")}\n`;
    const utf16 = new Uint16Array(text.length + 1);
    utf16[0] = 0xfeff;
    for (let index = 0; index < text.length; index++) utf16[index + 1] = text.charCodeAt(index);
    const file = await series(new Blob([utf16]));
    expect(file.length).toBe(200_000);
    expect(file.columns[0].values[199_999]).toBe(199_999 / 8);
  });

  it("invalid UTF-8 far beyond the sample is read as windows-1252", async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => `${index + 1};"w";${index / 4}`).join("\n");
    const bytes = new TextEncoder().encode(`Nr;Wort;Schluss\n${rows}\n40001;"M?nchen";9,5\n`);
    bytes[bytes.lastIndexOf(63)] = 0xfc;
    const file = await series(new Blob([bytes]));
    expect(file.quality.encoding).toBe("windows-1252");
    expect(file.length).toBe(40_000);
    expect(file.quality.dropped).toMatchObject([{ reason: "not-a-number", examples: [{ row: 40_002, value: "9,5" }] }]);
  });
});

describe("any text", () => {
  it("never makes the reader throw, and every row is accounted for", async () => {
    const piece = fc.constantFrom(
      ..."0123456789,;\t|.-/:\"'\n\r eE%$€()abTZ ",
      "2020-01-02",
      "1,234.5",
      "Date",
      "Close",
      "NaN",
      "\n",
      "\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 120 }), async (pieces) => {
        const outcome = await read(pieces.join(""));
        if (!outcome.ok) return;
        const { quality, length, columns, primary: index } = outcome.value;
        expect(quality.rowsKept).toBe(length);
        expect(quality.rowsRead).toBe(length + quality.dropped.reduce((sum, { count }) => sum + count, 0));
        expect(columns[index].values.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: runs(1500), seed: 5 },
    );
  });

  it("a list of any numbers is read back bit for bit, with any separator", async () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 2, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.constantFrom(", ", ",", " ", "\n", "\r\n", "\t", ";", "; ", " | "), async (values, separator) => {
        // Pairs of unsigned integers could be two columns; this test is about lists.
        fc.pre(values.length > 2 || separator.trim() !== "");
        const file = await series(values.map((value) => (Object.is(value, -0) ? "-0" : String(value))).join(separator));
        expect(primary(file)).toEqual(values);
      }),
      { numRuns: runs(300), seed: 6 },
    );
  });
});
