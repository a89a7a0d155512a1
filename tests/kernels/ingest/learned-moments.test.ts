import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delimiter } from "../../../workers/contract";
import type { DateKind } from "../../../workers/ingest/date-format";
import { LearnedCells } from "../../../workers/ingest/learned-cells";
import { DELIMITER_SIGN } from "../../../workers/ingest/plan";
import { runs } from "../../fixtures/in-all";
import { bothReaders } from "./both-readers";
import { tablePlan } from "./plans";

const two = (value: number) => String(value).padStart(2, "0");
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Date and time by parts; the time may be invalid. */
interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  below: string;
}

const twelve = ({ hour }: Parts) => hour % 12 || 12;
const half = ({ hour }: Parts) => (hour < 12 ? "AM" : "PM");
const clock = ({ hour, minute, second }: Parts, sign = ":") => [hour, minute, second].map(two).join(sign);
const days: Record<"ymd" | "compact" | "dmy" | "mdy" | "named", (parts: Parts) => string> = {
  ymd: ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  compact: ({ year, month, day }) => `${year}${two(month)}${two(day)}`,
  dmy: ({ year, month, day }) => `${day}.${month}.${year}`,
  mdy: ({ year, month, day }) => `${month}/${day}/${year}`,
  named: ({ year, month, day }) => `${day} ${MONTHS[month - 1]} ${year}`,
};
type Kind = keyof typeof days;

/** Ways to write a time of day after a date. */
const BEHIND: ((parts: Parts) => string)[] = [
  (at) => ` ${clock(at)} UTC`,
  (at) => ` ${clock(at)}GMT`,
  (at) => ` ${clock(at)}.${at.below} UTC`,
  (at) => ` ${clock(at)} EST`,
  (at) => ` ${clock(at)} GMT+01:00`,
  (at) => ` ${clock(at)},${at.below.slice(0, 3)}`,
  (at) => ` ${clock(at)},${at.below}`,
  (at) => ` ${twelve(at)}:${two(at.minute)} ${half(at)}`,
  (at) => ` ${two(twelve(at))}:${two(at.minute)}:${two(at.second)}${half(at).toLowerCase()}`,
  (at) => `, ${twelve(at)}:${two(at.minute)}:${two(at.second)} ${half(at)[0].toLowerCase()}. m.`,
  (at) => ` ${at.hour}:${two(at.minute)}`,
  (at) => ` ${clock(at)} Europe/Paris`,
  (at) => `T${clock(at)}Z`,
  () => "",
];
const COMPACT: typeof BEHIND = [
  (at) => ` ${clock(at, "")}`,
  (at) => ` ${clock(at, "")}${at.below.slice(0, 3)}`,
  (at) => `T${clock(at, "")}Z`,
  (at) => `T${clock(at, "")}.${at.below}Z`,
  (at) => `T${clock(at, "")}-0500`,
  (at) => ` ${two(at.hour)}${two(at.minute)}`,
  (at) => clock(at, ""),
  (at) => `-${clock(at)}`,
];
/** In a separate column. */
const OWN: typeof BEHIND = [
  (at) => clock(at, ""),
  (at) => `${at.hour}${two(at.minute)}`,
  (at) => clock(at),
  (at) => `${clock(at)},${at.below.slice(0, 6)}`,
  (at) => `${twelve(at)}:${two(at.minute)} ${half(at)}`,
  (at) => `${clock(at)} UTC`,
  (at) => `${clock(at)}+01:00`,
];
/** Invalid times of day, or formats no other cell of the column has. */
const STRANGE = [
  " 13:00 PM",
  " 0:30 AM",
  " 24:00:00 UTC",
  " 23:59:60 UTC",
  " 09:30:00 CEST",
  " 09:30:00 Mars/Base",
  " 9:3 AM",
  " 093",
  "T",
  "?",
];

const parts: fc.Arbitrary<Parts> = fc.record({
  year: fc.integer({ min: 1900, max: 2100 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 28 }) }, { weight: 1, arbitrary: fc.integer({ min: 29, max: 31 }) }),
  hour: fc.oneof({ weight: 30, arbitrary: fc.integer({ min: 0, max: 23 }) }, { weight: 1, arbitrary: fc.constant(24) }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.oneof({ weight: 30, arbitrary: fc.integer({ min: 0, max: 59 }) }, { weight: 1, arbitrary: fc.constant(60) }),
  below: fc.integer({ min: 0, max: 999_999_999 }).map((value) => String(value).padStart(9, "0").slice(0, 6)),
});

const table = fc.record({
  kind: fc.constantFrom<Kind>("ymd", "compact", "dmy", "mdy", "named"),
  delimiter: fc.constantFrom<Delimiter>("comma", "semicolon", "tab", "pipe"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  /** Formats of most of its times, and of the others. */
  form: fc.nat(99),
  other: fc.nat(99),
  apart: fc.option(fc.constantFrom("before", "behind")),
  quotes: fc.boolean(),
  /** Whether all rows have the same date. */
  alike: fc.boolean(),
  rows: fc.array(fc.tuple(parts, fc.nat(40), fc.constantFrom(...STRANGE), fc.integer({ min: -1e6, max: 1e6 })), {
    minLength: 1,
    maxLength: 30,
  }),
});

describe("date-times in learned formats", () => {
  it("equal those of the cell reader, whatever the rows contain", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(table, async ({ kind, delimiter, lineEnd, form, other, apart, quotes, alike, rows }) => {
        const sign = DELIMITER_SIGN[delimiter];
        const behind = kind === "compact" ? [...COMPACT, ...BEHIND] : BEHIND;
        const written = (cell: string) => (quotes || cell.includes(sign) ? `"${cell}"` : cell);
        const [[{ year, month, day }]] = rows;
        const lines = rows.map(([own, chance, strange, number]) => {
          const at = alike ? { ...own, year, month, day } : own;
          const list = apart ? OWN : behind;
          const time = chance === 0 ? strange : (list[(chance < 3 ? other : form) % list.length] ?? clock)(at);
          const cells = apart
            ? apart === "behind"
              ? [days[kind](at), time.trim()]
              : [time.trim(), days[kind](at)]
            : [days[kind](at) + time];
          const all = [...cells.map(written), chance === 4 ? "1,234.5" : (number / 100).toFixed(2)];
          return chance === 5 ? all.slice(1).join(sign) : chance === 6 ? "" : all.join(sign);
        });
        const plan = tablePlan(delimiter, kind as DateKind, 1, {
          learned: true,
          ...(apart && {
            width: 3,
            date: { kind, separator: "-", settled: true, index: apart === "behind" ? 0 : 1 },
            clock: apart === "behind" ? 1 : 0,
            columns: [{ index: 2, name: "c", role: "value" as const }],
          }),
        });
        const { general, plain } = await bothReaders(lines.join(lineEnd), plan);
        if (plain === null) return;
        taken++;
        expect(plain).toEqual(general);
      }),
      { numRuns: runs(1500), seed: 23 },
    );
    expect(taken).toBeGreaterThan(runs(1500) / 2);
  });

  it("include dates alone: midnights with a zone, month names, two-digit years, quarters", async () => {
    const text = (cells: readonly string[]) => cells.map((cell, row) => `${cell},${row}`).join("\n");
    const local = { kind: "ymd" as const, separator: "-", settled: true, index: 0, localDays: true };
    for (const [kind, cells, more] of [
      ["ymd", ["2024-03-28 00:00:00+01:00", "2024-04-02 00:00:00+02:00", "2024-04-02 01:00:00+02:00"], { date: local }],
      ["named", ["Tue, 02 Jan 2024", "02JAN2000:00:00", "02JAN2000:09:30", "Jan 2 09:30:00 2024", "2 März 2024", "13 Foo 2024"], {}],
      ["dmy", ["1/2/24", "31/12/99", "31/2/24", "1/2/24"], {}],
      ["period", ["2024-Q1", "2024-Q2", "2024-Q5", "2024:01"], {}],
      ["ms", ["946684800000", "946684801234", "946684800000 ", "x"], {}],
    ] as const) {
      const { general, plain } = await bothReaders(text([...cells, ...cells]), tablePlan("comma", kind, 1, { learned: true, ...more }));
      expect(plain).toEqual(general);
    }
  });

  it("the cell reader reads one cell of each date and format", () => {
    const encoder = new TextEncoder();
    const asked: string[] = [];
    const decoder = new TextDecoder();
    const parse = (cell: string) => {
      asked.push(cell);
      return Date.parse(cell.replace(" UTC", "Z").replace(" ", "T"));
    };
    const cells = new LearnedCells((bytes) => decoder.decode(bytes), parse, [/(\d\d):(\d\d):(\d\d)(?:\.(\d+))?()( UTC)?$/d]);
    const start = Date.UTC(2024, 0, 2);
    for (let minute = 0; minute < 3 * 1440; minute++) {
      const time = start + minute * 60_000;
      const bytes = encoder.encode(new Date(time).toISOString().replace("T", " ").replace(".000Z", " UTC"));
      expect(cells.valueOf(bytes, 0, bytes.length)).toBe(time);
    }
    // One cell for each date, and one with another time to verify the format.
    expect(asked).toHaveLength(4);
  });
});
