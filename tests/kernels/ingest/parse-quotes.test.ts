import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delimiter } from "../../../workers/contract";
import { DELIMITER_SIGN, type Plan } from "../../../workers/ingest/plan";
import { runs } from "../../fixtures/in-all";
import { bothReaders } from "./both-readers";
import { tablePlan } from "./plans";

/** A table with a text column between date and numbers. */
function wordyPlan(delimiter: Delimiter, numbers: number): Plan {
  const plan = { ...tablePlan(delimiter, "ymd", numbers), width: numbers + 2 };
  plan.columns = plan.columns.map((column) => ({ ...column, index: column.index + 1 }));
  return plan;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const word = fc.constantFrom("Apple", "Apple, Inc.", "A;B|C", 'the "best"', "", " ", "O'Neil", "5");
const number = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((value) => (value / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom("", "1,234.50", "N/A", " 5 ", "$5") },
);
/** Quotes that do not simply enclose a single-line cell. */
const strange = fc.constantFrom('5"', '"5', '"5"6', ' "5"', '"5" ', '"a\nb"', '""5', '"5"""');

const table = fc.record({
  delimiter: fc.constantFrom<Delimiter>("comma", "semicolon", "tab", "pipe"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  rows: fc.array(fc.tuple(fc.integer({ min: 0, max: 9999 }), word, fc.tuple(number, number), fc.nat(7), fc.nat(120), strange), {
    minLength: 1,
    maxLength: 40,
  }),
});

describe("tables with quotes", () => {
  it("the typed reader matches the general one on quoted cells, and leaves it all other quotes", async () => {
    let taken = 0;
    let left = 0;
    await fc.assert(
      fc.asyncProperty(table, async ({ delimiter, lineEnd, rows }) => {
        const sign = DELIMITER_SIGN[delimiter];
        const lines = rows.map(([day, name, numbers, signs, chance, odd]) => {
          const cells = [new Date(day * 86_400_000).toISOString().slice(0, 10), name, ...numbers];
          const written = cells.map((cell, place) =>
            (signs >> place) & 1 || /["\n]/.test(cell) || cell.includes(sign) ? quoted(cell) : cell,
          );
          if (chance < 4) written[chance] = odd;
          return written.join(sign);
        });
        const { general, plain } = await bothReaders(lines.join(lineEnd), wordyPlan(delimiter, 2));
        if (plain === null) left++;
        else {
          taken++;
          expect(plain).toEqual(general);
        }
      }),
      { numRuns: runs(1000), seed: 5 },
    );
    expect(taken).toBeGreaterThan(left / 2);
    expect(left).toBeGreaterThan(0);
  });

  it("R's write.csv needs no general reader, and quoted numbers with thousands separators are read cell by cell", async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, row) => `"2020-01-${String(1 + (row % 28)).padStart(2, "0")}","Apple, Inc.",${row}.5,"${row}"`,
    );
    rows[1500] = '"2020-01-05","Apple, Inc.","1,234.50","7"';
    const { general, plain } = await bothReaders(rows.join("\n"), wordyPlan("comma", 2));
    expect(plain).toEqual(general);
    expect(plain?.columns[0][1500]).toBe(1234.5);
    expect(plain?.columns[1][2999]).toBe(2999);
  });
});
