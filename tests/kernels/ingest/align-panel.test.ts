import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, type Outcome, type Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { takeSymbol } from "../../../workers/ingest/jobs/take-symbol";
import type { PanelOptions } from "../../../workers/ingest/plan";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { type PlainRow, plainCarried, plainTable } from "../reference/panel";

const context = testContext();
const START = Date.UTC(2024, 0, 1);
const NAMES = ["AAA", "BBB", "CCC", "DDD"];
const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const long = (rows: readonly PlainRow[]) =>
  `symbol,date,close\n${rows.map(({ symbol, time, value }) => `${NAMES[symbol]},${day(time)},${value}`).join("\n")}\n`;
const wide = (dates: readonly number[], columns: readonly (readonly number[])[]) =>
  `date,${NAMES.slice(0, columns.length).join(",")}\n${dates
    .map((time, row) => `${day(time)},${columns.map((column) => (Number.isNaN(column[row]) ? "" : column[row])).join(",")}`)
    .join("\n")}\n`;

const read = async (text: string, panel: PanelOptions): Promise<Outcome<Series>> =>
  readSeries({ source: new Blob([text]), name: "panel", origin: "file", options: { panel } }, await context);
async function panelOf(text: string, panel: PanelOptions): Promise<Series> {
  return resultOf(await read(text, panel));
}
const byName = ({ columns }: Series) => new Map(columns.map(({ name, values }) => [name, [...values]]));
const OUTER: PanelOptions = { calendar: "outer", fill: "none" };
const INNER: PanelOptions = { calendar: "inner", fill: "none" };

/** Rows of up to four symbols on up to fifteen days, without repeated dates, in any order. */
const distinct = fc
  .uniqueArray(fc.record({ symbol: fc.nat(3), day: fc.nat(14), value: fc.integer({ min: 1, max: 9999 }) }), {
    selector: ({ symbol, day: one }) => `${symbol} ${one}`,
    minLength: 12,
    maxLength: 50,
  })
  .map((rows) => rows.map(({ symbol, day: one, value }): PlainRow => ({ symbol, time: START + one * DAY, value: value / 4 })))
  .filter((rows) => new Set(rows.map(({ symbol }) => symbol)).size > 1 && new Set(rows.map(({ time }) => time)).size > 1);
const repeating = distinct.chain((rows) =>
  fc
    .array(fc.record({ at: fc.nat(rows.length - 1), value: fc.integer({ min: 1, max: 9999 }) }), { minLength: 1, maxLength: 12 })
    .map((again) => [...rows, ...again.map(({ at, value }) => ({ ...rows[at], value: value / 4 }))]),
);

describe("the calendar of a panel", () => {
  it("matches the plain twin: all dates, common dates, and values carried forward up to a limit", async () => {
    await context;
    const limits = fc.constantFrom(1, 2, 5, undefined);
    await fc.assert(
      fc.asyncProperty(distinct, limits, async (rows, limit) => {
        const met = [...new Set(rows.map(({ symbol }) => symbol))];
        const { dates, columns } = plainTable(rows, NAMES.length, "last");
        const outer = await panelOf(long(rows), OUTER);
        expect([...(outer.times ?? [])]).toEqual(dates);
        const found = byName(outer);
        for (const symbol of met) expect(found.get(NAMES[symbol])).toEqual(columns[symbol]);
        const carried = byName(await panelOf(long(rows), { ...OUTER, fill: "previous", limit }));
        for (const symbol of met)
          expect(carried.get(NAMES[symbol])).toEqual(plainCarried(columns[symbol], limit ?? Number.POSITIVE_INFINITY));
        const common = dates.filter((_, row) => met.every((symbol) => !Number.isNaN(columns[symbol][row])));
        const inner = await read(long(rows), INNER);
        if (common.length < 2) expect(inner.ok).toBe(false);
        else expect([...((inner.ok && inner.value.times) || [])]).toEqual(common);
      }),
      { numRuns: runs(60), seed: 71 },
    );
  });

  it("does not depend on the order of rows and symbols; common dates are a subset of all, and counts add up", async () => {
    await fc.assert(
      fc.asyncProperty(distinct, fc.infiniteStream(fc.nat(1000)), async (rows, keys) => {
        const mixed = rows.map((row) => ({ row, key: keys.next().value as number })).sort((a, b) => a.key - b.key);
        const [one, other] = [await panelOf(long(rows), OUTER), await panelOf(long(mixed.map(({ row }) => row)), OUTER)];
        expect([other.hash, [...byName(other)]]).toEqual([one.hash, [...byName(one)]]);
        for (const options of [OUTER, INNER, { ...OUTER, fill: "previous" as const, limit: 2 }, { ...OUTER, fill: "drop" as const }]) {
          const outcome = await read(long(rows), options);
          if (!outcome.ok) continue;
          const { times, length, quality } = outcome.value;
          expect([...(times ?? [])].every((time) => one.times?.includes(time))).toBe(true);
          expect(quality.rowsKept + quality.dropped.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
          for (const { name, values, filled, blank, dropped, repeated } of quality.panel?.symbols ?? []) {
            expect(values).toBe(rows.filter(({ symbol }) => NAMES[symbol] === name).length);
            expect(values - dropped + filled + blank).toBe(length);
            expect(repeated).toBe(0);
          }
        }
        const [inner, dropped] = [await read(long(rows), INNER), await read(long(rows), { ...OUTER, fill: "drop" })];
        expect(dropped.ok).toBe(inner.ok);
        if (inner.ok && dropped.ok) expect(dropped.value.hash).toBe(inner.value.hash);
      }),
      { numRuns: runs(40), seed: 72 },
    );
  });

  it("a table with a column per symbol is the same panel as its rows one by one", async () => {
    await fc.assert(
      fc.asyncProperty(distinct, async (rows) => {
        const { dates, columns } = plainTable(rows, NAMES.length, "last");
        const full = columns.filter((column) => column.some((value) => !Number.isNaN(value)));
        if (full.length < 4) return;
        const [asRows, asTable] = [await panelOf(long(rows), OUTER), await panelOf(wide(dates, columns), OUTER)];
        expect(byName(asTable)).toEqual(byName(asRows));
        expect(asTable.quality.panel?.symbols.map(({ values, blank }) => [values, blank])).toEqual(
          NAMES.map((name) => asRows.quality.panel?.symbols.find((one) => one.name === name)).map((one) => [one?.values, one?.blank]),
        );
      }),
      { numRuns: 30, seed: 73 },
    );
  });
});

describe("rows that repeat a date of their symbol", () => {
  it("are refused by default, naming such a row", async () => {
    const text = `${long([
      { symbol: 0, time: START, value: 1 },
      { symbol: 1, time: START, value: 2 },
      { symbol: 1, time: START, value: 3 },
    ])}AAA,2024-01-02,4\n`;
    const outcome = await read(text, OUTER);
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    expect([failureText(outcome.failure), outcome.failure.row]).toEqual([
      "1 row repeats a date within a symbol, first of BBB: choose which are kept",
      4,
    ]);
  });

  it("are resolved as requested, and counted by symbol", async () => {
    await fc.assert(
      fc.asyncProperty(repeating, fc.constantFrom("first" as const, "last" as const, "mean" as const), async (rows, repeated) => {
        const { columns, repeated: counts } = plainTable(rows, NAMES.length, repeated);
        const series = await panelOf(long(rows), { ...OUTER, repeated });
        for (const { name, values } of series.columns) {
          const expected = columns[NAMES.indexOf(name)];
          for (const [row, value] of values.entries()) {
            if (Number.isNaN(expected[row])) expect(value).toBeNaN();
            // A running mean of about a dozen values.
            else expect(Math.abs(value - expected[row])).toBeLessThan(1e-11 * expected[row]);
          }
        }
        const said = series.quality.panel?.symbols ?? [];
        for (const one of said) expect(one.repeated).toBe(counts[NAMES.indexOf(one.name)]);
        const again = said.reduce((sum, one) => sum + one.repeated, 0);
        expect(series.quality.dropped.map(({ reason, count }) => [reason, count])).toEqual([["duplicate-date", again]]);
        expect(series.quality.rowsKept).toBe(rows.length - again);
      }),
      { numRuns: runs(40), seed: 74 },
    );
  });
});

describe("a symbol of a panel", () => {
  it("equals the series of the same rows alone", async () => {
    const rows = [0, 1, 2, 3, 4, 5].flatMap((one) =>
      [0, 1, 2]
        .filter((symbol) => (one + symbol) % 4 !== 0)
        .map((symbol) => ({ symbol, time: START + one * DAY, value: 10 * symbol + one + 1 })),
    );
    const { columns, ...panel } = await panelOf(long(rows), OUTER);
    for (const [place, column] of columns.entries()) {
      const taken = await takeSymbol({ panel, column }, await context);
      const symbol = NAMES.indexOf(column.name);
      const alone = await readSeries(
        { source: long(rows.filter((row) => row.symbol === symbol)), name: "alone", origin: "file" },
        await context,
      );
      if (!taken.ok || !alone.ok) throw new Error("refused");
      expect([taken.value.hash, taken.value.name]).toEqual([alone.value.hash, `panel (${column.name})`]);
      expect(taken.value.quality.symbolOf).toEqual({ panel: panel.hash, name: columns[place].name });
    }
  });
});
