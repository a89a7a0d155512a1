import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delimiter } from "../../../workers/contract";
import { readPlainTable } from "../../../workers/ingest/plain-table";
import { DELIMITER_SIGN } from "../../../workers/ingest/plan";
import { readQuotedTable } from "../../../workers/ingest/quoted-table";
import { readText } from "../../../workers/ingest/read-text";
import { Remembered } from "../../../workers/ingest/remembered";
import { openText } from "../../../workers/ingest/text-source";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { tablePlan } from "./plans";

const two = (value: number) => String(value).padStart(2, "0");
const days: Record<"ymd" | "compact" | "dmy" | "mdy", (date: Date, sign: string) => string> = {
  ymd: (date, sign) => [date.getUTCFullYear(), two(date.getUTCMonth() + 1), two(date.getUTCDate())].join(sign),
  compact: (date) => `${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`,
  dmy: (date, sign) => [two(date.getUTCDate()), two(date.getUTCMonth() + 1), date.getUTCFullYear()].join(sign),
  mdy: (date, sign) => [two(date.getUTCMonth() + 1), two(date.getUTCDate()), date.getUTCFullYear()].join(sign),
};
const kinds = ["ymd", "compact", "dmy", "mdy"] as const;

/** Format of a time of day: T or a blank, seconds and their decimals, a zone. */
interface Clock {
  between: "T" | " ";
  digits: number | null;
  zone: string;
}
const clocked = (date: Date, { between, digits, zone }: Clock, below: string): string => {
  const fraction = digits ? `.${below.slice(0, digits)}` : "";
  const seconds = digits === null ? "" : `:${two(date.getUTCSeconds())}${fraction}`;
  return `${between}${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${seconds}${zone}`;
};

const clock: fc.Arbitrary<Clock> = fc.record({
  between: fc.constantFrom("T", " "),
  digits: fc.constantFrom(null, 0, 1, 3, 6, 7, 9),
  zone: fc.constantFrom("", "Z", "+01:00", "-0530", "+00:00", "+02", "-3"),
});
const date = fc.date({ min: new Date("1001-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
const below = fc.integer({ min: 0, max: 999_999_999 }).map((value) => String(value).padStart(9, "0"));
const number = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
  .map(([value, places]) => (value / 1e4).toFixed(places));
/** Cells that occasionally replace a regular one. */
const strange = fc.constantFrom("", "T24:00", " 23:60", " 9:30", "T10:00:60", " 10:00 ", "T10:00z", " 10:00+1:00", "T10:00:00.", " 5", "T");

const table = fc
  .record({
    kind: fc.constantFrom(...kinds),
    sign: fc.constantFrom("-", "/", "."),
    delimiter: fc.constantFrom<Delimiter>("comma", "semicolon", "tab", "pipe"),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    clock: fc.option(clock, { freq: 4 }),
    numbers: fc.integer({ min: 1, max: 3 }),
    places: fc.option(fc.integer({ min: 0, max: 4 })),
    /** Increasing date-times within a month, or arbitrary ones. */
    step: fc.option(fc.integer({ min: 1, max: 100_000_000 }), { freq: 4 }),
    rows: fc.array(fc.tuple(date, below, fc.array(number, { minLength: 3, maxLength: 3 }), fc.nat(30), clock, strange), {
      minLength: 1,
      maxLength: 40,
    }),
  })
  .map(({ kind, sign, delimiter, lineEnd, clock: usual, numbers, places, step, rows }) => {
    const [[first]] = rows;
    const lines = rows.map(([any, fraction, cells, chance, other, odd], row) => {
      const moment = step === null ? any : new Date(first.getTime() + row * step);
      const day = days[kind](moment, sign);
      const behind = chance === 0 ? odd : chance === 1 ? clocked(moment, other, fraction) : usual ? clocked(moment, usual, fraction) : "";
      const written = cells.slice(0, numbers).map((cell) => (places === null ? cell : Number(cell).toFixed(places)));
      return [chance === 2 ? day.replaceAll("0", "") + behind : day + behind, ...written].join(DELIMITER_SIGN[delimiter]);
    });
    return { text: lines.join(lineEnd), plan: tablePlan(delimiter, kind, numbers) };
  });

/** A context that counts the rows its kernel reads, and those it hands back. */
async function watched() {
  const context = await testContext();
  const { kernels } = context;
  const seen = { rows: 0, odd: 0 };
  const parseTable: typeof kernels.parseTable = (...given) => {
    const rows = kernels.parseTable(...given);
    seen.rows += rows;
    seen.odd += new Uint32Array(kernels.memory.buffer, given[4], 2)[1];
    return rows;
  };
  const watching = {
    ...context,
    kernels: new Proxy(kernels, { get: (of, name) => (name === "parseTable" ? parseTable : Reflect.get(of, name)) }),
  };
  return { watching, seen };
}

describe("moments in tables", () => {
  it("the typed reader matches the cell reader for every format", async () => {
    const context = await testContext();
    await fc.assert(
      fc.asyncProperty(table, async ({ text, plan }) => {
        const source = await openText(new Blob([text]));
        const [plain, general] = await Promise.all([
          readPlainTable(source, plan, context, "test"),
          readQuotedTable(source, plan, context, "test"),
        ]);
        expect(plain.length).toBe(general.length);
        expect(plain.times?.subarray(0, plain.length)).toEqual(general.times?.subarray(0, general.length));
        for (const [place, values] of plain.columns.entries())
          expect(values.subarray(0, plain.length)).toEqual(general.columns[place].subarray(0, general.length));
        expect(plain.dropped.list()).toEqual(general.dropped.list());
      }),
      { numRuns: runs(2000), seed: 11 },
    );
  });

  it("the kernel hands back no row in a format that programs write", async () => {
    const { watching, seen } = await watched();
    const start = Date.UTC(2023, 11, 30, 22);
    const forms: ((date: Date) => string)[] = [
      (at) => `${days.ymd(at, "-")}${clocked(at, { between: " ", digits: null, zone: "" }, "")}`,
      (at) => `${days.ymd(at, "-")}${clocked(at, { between: "T", digits: 3, zone: "Z" }, "250000000")}`,
      (at) => `${days.ymd(at, "-")}${clocked(at, { between: "T", digits: 6, zone: "+0000" }, "250001000")}`,
      (at) => `${days.ymd(at, "-")}${clocked(at, { between: " ", digits: 9, zone: "-05:00" }, "250001002")}`,
      (at) => `${days.ymd(at, "-")}${clocked(at, { between: " ", digits: 0, zone: "+00" }, "")}`,
      (at) => `${days.ymd(at, ".")}${clocked(at, { between: " ", digits: 0, zone: "" }, "")}`,
    ];
    for (const form of forms) {
      const text = Array.from({ length: 5000 }, (_, row) => `${form(new Date(start + row * 60_000))},${(row / 100).toFixed(2)}`).join("\n");
      const { length } = await readPlainTable(await openText(new Blob([text])), tablePlan("comma", "ymd", 1), watching, "test");
      expect({ form: form(new Date(start)), length, odd: seen.odd }).toEqual({ form: form(new Date(start)), length: 5000, odd: 0 });
    }
    for (const kind of ["dmy", "mdy"] as const) {
      const text = Array.from(
        { length: 800 },
        (_, row) => `${days[kind](new Date(start + row * 86_400_000), "/").replace(/\b0/g, "")},1.5`,
      ).join("\n");
      const { length } = await readPlainTable(await openText(new Blob([text])), tablePlan("comma", kind, 1), watching, "test");
      expect({ kind, length, odd: seen.odd }).toEqual({ kind, length: 800, odd: 0 });
    }
  });

  it("reading stops as soon as a row disproves the assumed date order", async () => {
    const { watching, seen } = await watched();
    const count = 200_000;
    const start = Date.UTC(2024, 0, 1);
    const text = Array.from({ length: count }, (_, row) => {
      const at = new Date(start + row * 60_000);
      return `${days.mdy(at, "/")}${clocked(at, { between: " ", digits: null, zone: "" }, "")},${(row / 100).toFixed(2)}`;
    }).join("\n");
    const read = await readText(new Blob([text]), {}, { written: {}, remembered: new Remembered(null) }, watching, "test");
    if (typeof read === "string") throw new Error(read);
    expect(read.store.times?.[count - 1]).toBe(start + (count - 1) * 60_000);
    expect([read.plan.date?.kind, read.store.length]).toEqual(["mdy", count]);
    expect(seen.rows).toBeLessThan(1.5 * count);
  });
});
