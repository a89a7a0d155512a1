import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, type Series } from "../../../workers/contract";
import { cutPeriod } from "../../../workers/ingest/jobs/cut-period";
import { readSeries } from "../../../workers/ingest/jobs/read-series";
import { resultOf } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";

const context = testContext();

async function read(rows: readonly string[], header: string): Promise<Series> {
  const source = `${[header, ...rows].join("\n")}\n`;
  return resultOf(await readSeries({ source, name: "prices", origin: "file" }, await context));
}

async function cut(series: Series, from: number, to: number): Promise<Series> {
  return resultOf(await cutPeriod({ series, from, to, label: "cut" }, await context));
}

const numbers = ({ times, columns }: Series) => [times && [...times], ...columns.map(({ values }) => [...values])];
const dated = (closes: readonly number[]) =>
  closes.map((close, row) => `${new Date(row * DAY).toISOString().slice(0, 10)},${close},${row % 7 === 3 ? "" : row}`);

describe("a period of a series", () => {
  it("equals its rows read separately: numbers, hash, gaps, jumps and blank cells", async () => {
    const closes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 12, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(closes, fc.nat(), fc.nat(), async (values, a, b) => {
        const from = a % (values.length - 6);
        const to = from + 6 + (b % (values.length - from - 5));
        const rows = dated(values).filter((_, row) => row % 11 !== 10);
        const [first, after] = [Math.min(from, rows.length - 6), Math.min(to, rows.length)];
        const whole = await read(rows, "Date,Close,Volume");
        const alone = await read(rows.slice(first, after), "Date,Close,Volume");
        const period = await cut(whole, first, after);
        expect(numbers(period)).toEqual(numbers(alone));
        expect([period.hash, period.length]).toEqual([alone.hash, alone.length]);
        const { gaps, longestGap, jumps, missing, zeroOrNegative, rowsRead, rowsKept } = alone.quality;
        // Rows of a period are counted from its first row; the text has a header above.
        const shifted = { ...jumps, rows: jumps.rows.map((row) => row - 1) };
        expect(period.quality).toMatchObject({ gaps, longestGap, jumps: shifted, missing, zeroOrNegative, rowsRead, rowsKept });
        expect(period.period).toEqual({ of: whole.hash, name: "prices", length: whole.length, from: first, to: after });
      }),
      { numRuns: runs(60), seed: 11 },
    );
  });

  it("leaves the columns of the series unchanged, and shares none of them", async () => {
    const whole = await read(dated([5, 6, 7, 8, 9, 10]), "Date,Close,Volume");
    const before = numbers(whole);
    const period = await cut(whole, 1, 4);
    for (const { values } of period.columns) values.fill(0);
    expect(numbers(whole)).toEqual(before);
  });

  it("of a period can be one of the longest series, and keeps its name", async () => {
    const whole = await read(dated([5, 6, 7, 8, 9, 10, 11, 12]), "Date,Close,Volume");
    const inner = await cut(await cut(whole, 2, 8), 1, 4);
    expect(inner.period).toEqual({ of: whole.hash, name: "prices", length: 8, from: 3, to: 6 });
    expect([...inner.columns[0].values]).toEqual([8, 9, 10]);
    expect(inner.name).toBe("prices (cut)");
  });

  it("previews its first rows as they would be typed", async () => {
    const whole = await read(dated([5, 6, 7, 8, 9, 10]), "Date,Close,Volume");
    expect((await cut(whole, 2, 5)).preview).toBe("Date,Close,Volume\n1970-01-03,7,2\n1970-01-04,8,\n1970-01-05,9,4");
    const list = await read(["1.5", "2.5", "3.5"], "Value");
    expect((await cut(list, 1, 3)).preview).toBe("Value\n2.5\n3.5");
  });

  it.each([
    [3, 4],
    [4, 2],
    [5, 900],
    [Number.NaN, 4],
    [0.5, 3],
    [0.5, 3.5],
    [Number.NEGATIVE_INFINITY, 1],
  ])("from %d to %d is refused", async (from, to) => {
    const series = await read(dated([5, 6, 7, 8, 9, 10]), "Date,Close,Volume");
    expect(await cutPeriod({ series, from, to, label: "" }, await context)).toMatchObject({
      ok: false,
      failure: { code: "bad-input", reason: "ingest/periodTooShort" },
    });
  });
});
