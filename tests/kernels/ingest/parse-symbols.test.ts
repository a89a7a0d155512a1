import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delimiter } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { DELIMITER_SIGN, type Plan } from "../../../workers/ingest/plan";
import { resultOf } from "../../fixtures/failure-text";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { bothReaders } from "./both-readers";
import { tablePlan } from "./plans";

const context = await testContext();

/** A plan for dated rows of many symbols, with cells in some order: 0 is the date, 1 the symbol, then numbers. */
function longPlan(
  delimiter: Delimiter,
  order: readonly number[],
  { panel = false, wanted }: { panel?: boolean; wanted?: string } = {},
): Plan {
  const plan = tablePlan(delimiter, "ymd", order.length - 2, { width: order.length, symbol: { index: order.indexOf(1), wanted } });
  const columns = plan.columns.map((column, place) => ({ ...column, index: order.indexOf(place + 2) }));
  return {
    ...plan,
    date: { kind: "ymd", separator: "-", settled: true, index: order.indexOf(0) },
    columns: panel ? columns.slice(0, 1) : columns,
    panel,
  };
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const plainSymbol = fc.constantFrom(
  "AAPL",
  "BRK.B",
  "F",
  "600519",
  "Société",
  "漢字",
  "constructor",
  "__proto__",
  "x".repeat(300),
  "y".repeat(300),
);
const strangeSymbol = fc.constantFrom(
  "",
  " ",
  " AAPL ",
  "Berkshire, B",
  'the "best"',
  "A;B|C",
  '="600519"',
  "\u202eABC",
  "\ufeffAAPL",
  "-",
);
const number = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((value) => (value / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom("", "1,234.50", "N/A", " 5 ", "$5") },
);
const symbol = fc.oneof({ weight: 12, arbitrary: plainSymbol }, { weight: 1, arbitrary: strangeSymbol });
/** Replaces a cell, or a whole line. */
const strange = fc.constantFrom('5"', '"5', ' "5"', "2024-13-01", "", "\t", "a,b;c|d", '"a\nb"');

const table = fc.record({
  delimiter: fc.constantFrom<Delimiter>("comma", "semicolon", "tab", "pipe"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
  panel: fc.boolean(),
  wanted: fc.option(plainSymbol, { nil: undefined }),
  rows: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 30 }),
      name: symbol,
      numbers: fc.tuple(number, number),
      signs: fc.nat(63),
      chance: fc.nat(200),
      odd: strange,
    }),
    { minLength: 1, maxLength: 40 },
  ),
});

describe("rows of many symbols", () => {
  it("the typed reader matches the cell reader", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(table, async ({ delimiter, lineEnd, order, panel, wanted, rows }) => {
        const sign = DELIMITER_SIGN[delimiter];
        const lines = rows.map(({ day, name, numbers, signs, chance, odd }) => {
          const cells = [new Date(day * 86_400_000).toISOString().slice(0, 10), name, ...numbers];
          const written = order.map((place) =>
            signs === place || /["\n]/.test(cells[place]) || cells[place].includes(sign) ? quoted(cells[place]) : cells[place],
          );
          if (chance < 4) written[chance] = odd;
          return chance === 4
            ? odd
            : chance === 5
              ? written.slice(1).join(sign)
              : chance === 6
                ? `${written.join(sign)}${sign}`
                : written.join(sign);
        });
        const { general, plain } = await bothReaders(lines.join(lineEnd), longPlan(delimiter, order, { panel, wanted }));
        if (plain === null) return;
        taken++;
        expect(plain).toEqual(general);
      }),
      { numRuns: runs(1500), seed: 17 },
    );
    expect(taken).toBeGreaterThan(runs(1500) / 2);
  });

  it("in chunks and blocks of any size, sorted by date or by symbol", async () => {
    const symbols = Array.from({ length: 3000 }, (_, code) => `S${code % 700}${"·".repeat(code % 5)}`);
    for (const bySymbol of [false, true])
      for (const panel of [false, true]) {
        const lines = Array.from({ length: 90_000 }, (_, row) => {
          const [name, day] = bySymbol ? [Math.floor(row / 30), row % 30] : [row % 3000, Math.floor(row / 3000)];
          const price = row % 997 === 0 ? "" : (100 + (row % 1000) / 7).toFixed(3);
          return `${symbols[name]},2024-01-${String(day + 1).padStart(2, "0")},${price},${row}`;
        });
        const { general, plain } = await bothReaders(lines.join("\n"), longPlan("comma", [1, 0, 2, 3], { panel }));
        expect(plain).toEqual(general);
      }
  });

  it("the typed reader handles a long table, one symbol or whole, in its own encoding too", async () => {
    const lines = Array.from(
      { length: 40 },
      (_, row) => `2024-01-${String((row >> 1) + 1).padStart(2, "0")},${row % 2 ? "Société" : "AAPL"},${100 + row}`,
    );
    const text = ["Date,Symbol,Close", ...lines].join("\n");
    const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const panel = { calendar: "inner", fill: "none" } as const;
    for (const content of [text, latin])
      for (const options of [{ symbol: "Société" }, { panel }]) {
        const { quality, columns, hash } = resultOf(
          await readSeries({ source: new Blob([content]), name: "file", origin: "file", options }, context),
        );
        expect(quality.reader).toBe("fast");
        expect(columns.map(({ name }) => name)).toEqual("panel" in options ? ["AAPL", "Société"] : ["Close"]);
        expect(hash).toBe(resultOf(await readSeries({ source: new Blob([text]), name: "file", origin: "file", options }, context)).hash);
      }
  });
});
