import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delimiter } from "../../../workers/contract";
import { readPlainTable } from "../../../workers/ingest/plain-table";
import { DELIMITER_SIGN, type Plan } from "../../../workers/ingest/plan";
import { readQuotedTable } from "../../../workers/ingest/quoted-table";
import type { RowStore } from "../../../workers/ingest/rows";
import { openText } from "../../../workers/ingest/text-source";
import { ALL, runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { tablePlan } from "./plans";

const content = (store: RowStore) => ({
  times: store.times && [...store.times.subarray(0, store.length)],
  columns: store.columns.map((values) => [...values.subarray(0, store.length)]),
  lines: [...store.lines.toArray(store.length)],
  dropped: store.dropped.list(),
});

async function both(text: string, plan: Plan) {
  const source = await openText(new Blob([text]));
  const context = await testContext();
  const plain = content(await readPlainTable(source, plan, context, "test"));
  const general = content(await readQuotedTable(source, plan, context, "test"));
  return { plain, general };
}

const two = (value: number) => String(value).padStart(2, "0");
const written: Record<"ymd" | "compact" | "dmy" | "mdy" | "s" | "ms" | "us" | "excel", (date: Date, sign: string) => string> = {
  ymd: (date, sign) => [date.getUTCFullYear(), two(date.getUTCMonth() + 1), two(date.getUTCDate())].join(sign),
  compact: (date) => `${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`,
  dmy: (date, sign) => [two(date.getUTCDate()), two(date.getUTCMonth() + 1), date.getUTCFullYear()].join(sign),
  mdy: (date, sign) => [two(date.getUTCMonth() + 1), two(date.getUTCDate()), date.getUTCFullYear()].join(sign),
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  ms: (date) => String(date.getTime()),
  us: (date) => `${date.getTime()}123`,
  excel: (date) => String(date.getTime() / 86_400_000 + 25_569),
};
const kinds = ["ymd", "compact", "dmy", "mdy", "s", "ms", "us", "excel"] as const;

const cell = fc.oneof(
  { weight: 12, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
      .map(([value, places]) => (value / 1e4).toFixed(places)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "N/A", "1e", "abc", "$5", "5%", "(3)", "-", "+1", ".5", "7.", "12345678901234567890123", "1e400"),
  },
);
const moment = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .date({ min: new Date("1001-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
      .map((date) => ({ date, text: "" })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("", "2021-02-29", "31/04/2020", "20201301", "2020-01-01T25:00", "soon")
      .map((text) => ({ date: new Date(0), text })),
  },
);
const clock = fc.constantFrom("", "", " 09:30", "T09:30:15", " 23:59:59.5", "T00:00:00Z", " 9:30", "T10:00:00+02:00");

const table = fc
  .record({
    delimiter: fc.constantFrom<Delimiter>("comma", "semicolon", "tab", "pipe", "space", "newline"),
    kind: fc.constantFrom(...kinds, null),
    numbers: fc.integer({ min: 1, max: 4 }),
    sign: fc.constantFrom("-", "/", "."),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    trailing: fc.boolean(),
    padded: fc.boolean(),
    rows: fc.array(fc.tuple(moment, clock, fc.array(cell, { minLength: 4, maxLength: 5 }), fc.nat(40)), { minLength: 1, maxLength: 60 }),
  })
  .map(({ delimiter, kind, numbers, sign, lineEnd, trailing, padded, rows }) => {
    const alone = delimiter === "newline";
    const plan = tablePlan(delimiter, alone ? null : kind, alone ? 1 : numbers);
    const join = padded && !alone ? ` ${DELIMITER_SIGN[delimiter]} ` : DELIMITER_SIGN[delimiter];
    const lines = rows.map(([{ date, text }, time, cells, chance]) => {
      const day = plan.date && kind ? [text || written[kind](date, sign) + (kind === "ymd" || kind === "dmy" ? time : "")] : [];
      // One row in forty is too short or too long, one is blank.
      const count = plan.columns.length + (chance === 0 ? -1 : chance === 1 ? 1 : 0);
      return chance === 2
        ? "  "
        : [...day, ...cells.slice(0, count)].join(join) + (trailing && !alone && delimiter !== "space" ? DELIMITER_SIGN[delimiter] : "");
    });
    return { text: lines.join(lineEnd) + (padded ? lineEnd : ""), plan };
  });

describe("plain tables", () => {
  it("the typed reader matches the general one on any table without quotes", async () => {
    const context = await testContext();
    await fc.assert(
      fc.asyncProperty(table, async ({ text, plan }) => {
        const source = await openText(new Blob([text]));
        const plain = await readPlainTable(source, plan, context, "test");
        expect(content(plain)).toEqual(content(await readQuotedTable(source, plan, context, "test")));
      }),
      { numRuns: runs(400), seed: 7 },
    );
  });

  it("reads dates in every format to the millisecond", async () => {
    const dates = ["1999-12-31", "2000-02-29", "1900-03-01", "2024-02-29", "1970-01-01"].map((day) => new Date(`${day}T00:00:00Z`));
    for (const kind of kinds) {
      const text = dates.map((date) => `${written[kind](date, "/")};1`).join("\n");
      const { plain } = await both(text, tablePlan("semicolon", kind, 1));
      expect(plain.times).toEqual(dates.map((date) => (kind === "us" ? Number(`${date.getTime()}.123`) : date.getTime())));
    }
    const { plain } = await both("20200102,09:30:15.250,5\n20200102,23:59,6", {
      ...tablePlan("comma", "compact", 1),
      width: 3,
      clock: 1,
      columns: [{ index: 2, name: "p", role: "value" as const }],
    });
    expect(plain.times).toEqual([Date.UTC(2020, 0, 2, 9, 30, 15, 250), Date.UTC(2020, 0, 2, 23, 59)]);
  });

  it("reports exact row numbers across chunks, line ends and skipped lines", async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => (index % 50_000 === 7 ? "bad" : `${index}.5`));
    for (const lineEnd of ALL ? ["\n", "\r\n", "\r"] : ["\r\n"]) {
      const plan = tablePlan("newline", null, 1, { firstLine: 4 });
      const { plain } = await both(`title\n\nhead\n${rows.join(lineEnd)}`, plan);
      expect(plain.dropped).toEqual([
        {
          reason: "not-a-number",
          count: 4,
          examples: [7, 50_007, 100_007, 150_007].map((index) => ({ row: index + 4, value: "bad" })),
        },
      ]);
      expect(plain.columns[0].length).toBe(199_996);
      expect(plain.columns[0].at(-1)).toBe(199_999.5);
      expect(plain.lines.at(-1)).toBe(200_003);
    }
  });

  it("reads decimal commas", async () => {
    const { plain, general } = await both("1,5;2\n1.234,5;-0,25\n,5;7e2", tablePlan("semicolon", null, 2, { decimal: "comma" }));
    expect(plain.columns).toEqual([
      [1.5, 1234.5, 0.5],
      [2, -0.25, 700],
    ]);
    expect(plain).toEqual(general);
  });

  it("handles more odd rows and more columns than one call has space for", async () => {
    const wide = Array.from({ length: 300 }, (_, row) => Array.from({ length: 200 }, (_, column) => row * column).join(",")).join("\n");
    const { plain, general } = await both(wide, tablePlan("comma", null, 200));
    expect(plain).toEqual(general);
    const odd = await both("$1\n".repeat(10_000), tablePlan("newline", null, 1));
    expect(odd.plain.columns[0]).toEqual(Array(10_000).fill(1));
  });
});
