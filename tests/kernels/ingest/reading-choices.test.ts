import { describe, expect, it } from "vitest";
import type { Outcome, Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { cutPeriod } from "../../../workers/ingest/jobs/cut-period";
import { previewReading, type ReadingPreview } from "../../../workers/ingest/jobs/preview-reading";
import type { ReadOptions } from "../../../workers/ingest/plan";
import { resultOf } from "../../fixtures/failure-text";
import { workbook } from "../../fixtures/make-files";
import { testContext } from "../context";

// One instance for all files: the reader frees all memory it takes.
const context = testContext();

const read = async (text: BlobPart, options: ReadOptions = {}, remembered?: unknown): Promise<Outcome<Series>> =>
  readSeries({ source: new Blob([text]), name: "prices.csv", origin: "file", options, remembered }, await context);

async function series(text: BlobPart, options: ReadOptions = {}, remembered?: unknown): Promise<Series> {
  return resultOf(await read(text, options, remembered));
}

async function preview(
  text: BlobPart,
  options: ReadOptions = {},
  seen?: Parameters<typeof previewReading>[0]["read"],
): Promise<ReadingPreview> {
  return resultOf(await previewReading({ source: new Blob([text]), options, read: seen }, await context));
}

const analyzed = ({ columns, primary }: Series) => [...columns[primary].values];
const days = ({ times }: Series) => [...(times ?? [])].map((time) => new Date(time).toISOString().slice(0, 10));

const EITHER = "date,close\n01/02/2024,10\n02/02/2024,11\n03/02/2024,12\n";
const GROUPED = "date;close\n2024-01-02;1,234\n2024-01-03;2,345\n2024-01-04;3,456\n";
const TWO_VALUES = "date,alpha,beta\n2024-01-02,1.5,10.5\n2024-01-03,2.5,11.5\n2024-01-04,3.5,12.5\n";
const AGAIN = "date,close\n2024-01-02,10\n2024-01-03,11\n2024-01-03,14\n2024-01-04,12\n2024-01-03,17\n";
const CLOCKS = "Date,Time,Close\n2024-01-02,1130,10\n2024-01-03,1210,11\n2024-01-04,1145,12\n";
const WORDS = `date,close\n${Array.from({ length: 9 }, (_, row) => `2024-01-${11 + row},${row % 3 === 0 ? row + 1.5 : "halted"}`).join("\n")}\n`;

describe("ambiguities of a text", () => {
  it("are reported, and settled ones are not", async () => {
    const doubts = async (text: string, options?: ReadOptions) => (await series(text, options)).quality.doubts ?? [];
    expect(await doubts(EITHER)).toEqual(["date-order"]);
    expect(await doubts(EITHER.replace("03/02", "23/02"))).toEqual([]);
    expect(await doubts(EITHER, { dateOrder: "mdy" })).toEqual([]);
    expect(await doubts(GROUPED)).toEqual(["decimal"]);
    expect(await doubts(GROUPED, { decimal: "point" })).toEqual([]);
    expect(await doubts(GROUPED.replace("3,456", "3,456.5"))).toEqual([]);
    expect(await doubts(TWO_VALUES)).toEqual(["value-column"]);
    expect(await doubts(TWO_VALUES, { column: "beta" })).toEqual([]);
    expect(await doubts(TWO_VALUES.replace("beta", "close"))).toEqual([]);
    expect(await doubts(AGAIN)).toEqual(["repeated-dates"]);
    expect(await doubts(AGAIN, { repeated: "last" })).toEqual([]);
    const shipped = await readSeries({ source: new Blob([GROUPED]), name: "Sample", origin: "sample", options: {} }, await context);
    expect(shipped).toMatchObject({ ok: true, value: { quality: expect.not.objectContaining({ doubts: expect.anything() }) } });
    expect(await doubts(WORDS)).toEqual(["text-cells"]);
    expect(await doubts(CLOCKS)).toEqual(["time-digits"]);
    expect(await doubts(CLOCKS, { column: "Close" })).toEqual([]);
    expect(await doubts(CLOCKS, { uses: ["date", "value", "close"] })).toEqual([]);
    expect(await doubts(CLOCKS.replace("1130", "0930"))).toEqual([]);
    expect(await doubts(CLOCKS.replace("01-03", "01-02"))).toEqual([]);
    expect(await doubts("10\n11\n12\n")).toEqual([]);
    expect(await doubts("1,234\n1,345\n1,456\n")).toEqual(["decimal"]);
  });

  it("are settled by choices, and the numbers follow them", async () => {
    expect(days(await series(EITHER))).toEqual(["2024-02-01", "2024-02-02", "2024-02-03"]);
    expect(days(await series(EITHER, { dateOrder: "mdy" }))).toEqual(["2024-01-02", "2024-02-02", "2024-03-02"]);
    expect(analyzed(await series(GROUPED))).toEqual([1234, 2345, 3456]);
    expect(analyzed(await series(GROUPED, { decimal: "comma" }))).toEqual([1.234, 2.345, 3.456]);
    expect(analyzed(await series(TWO_VALUES, { column: "beta" }))).toEqual([10.5, 11.5, 12.5]);
  });

  it("later rows settle either date order", async () => {
    const rows = (cell: (day: number) => string) => Array.from({ length: 1500 }, (_, row) => `${cell((row % 12) + 1)},${row + 1}`);
    const late = (order: "dmy" | "mdy") =>
      series(
        [
          "date,close",
          ...rows((day) => `03/${String(day).padStart(2, "0")}/${2000}`),
          order === "dmy" ? "25/03/2001,7" : "03/25/2001,7",
          "",
        ].join("\n"),
        { assumed: { dateOrder: order === "dmy" ? "mdy" : "dmy" }, repeated: "last" },
      );
    for (const order of ["dmy", "mdy"] as const) {
      const { quality, times } = await late(order);
      expect([quality.dateFormat, new Date(times?.at(-1) ?? 0).toISOString().slice(0, 10)]).toEqual([
        order === "dmy" ? "dd/mm/yyyy" : "mm/dd/yyyy",
        "2001-03-25",
      ]);
    }
  });
});

describe("repeated dates", () => {
  it("are all kept by default, sorted by date and then position, counted, and reported as a doubt, which a choice settles", async () => {
    const all = await series(AGAIN);
    expect([analyzed(all), days(all)]).toEqual([
      [10, 11, 14, 17, 12],
      ["2024-01-02", "2024-01-03", "2024-01-03", "2024-01-03", "2024-01-04"],
    ]);
    const { rowsRead, rowsKept, dropped, repeated, doubts } = all.quality;
    expect([rowsRead, rowsKept, dropped, repeated, doubts]).toEqual([5, 5, [], { count: 2, rows: [4, 6] }, ["repeated-dates"]]);
    const chosen = await series(AGAIN, { repeated: "all" });
    expect([chosen.hash, chosen.quality.doubts, chosen.quality.repeated?.count]).toEqual([all.hash, undefined, 2]);
    expect((await series(AGAIN, { repeated: "mean" })).quality.repeated).toBeUndefined();
  });

  it("within a period are counted there alone", async () => {
    const whole = await series(AGAIN);
    const cut = async (from: number, to: number) => {
      const period = await cutPeriod({ series: whole, from, to, label: "part" }, await context);
      return period.ok ? [period.value.quality.repeated?.count, period.value.quality.doubts] : period.failure.reason;
    };
    expect(await cut(0, 2)).toEqual([undefined, undefined]);
    expect(await cut(1, 5)).toEqual([2, ["repeated-dates"]]);
  });

  it("keep the first, the last or the mean; dropped rows are counted and named", async () => {
    const of = async (repeated: ReadOptions["repeated"]) => series(AGAIN, { repeated });
    const [first, last, mean] = [await of("first"), await of("last"), await of("mean")];
    expect([analyzed(first), analyzed(last), analyzed(mean)]).toEqual([
      [10, 11, 12],
      [10, 17, 12],
      [10, 14, 12],
    ]);
    for (const one of [first, last, mean]) {
      expect(days(one)).toEqual(["2024-01-02", "2024-01-03", "2024-01-04"]);
      expect([one.quality.rowsRead, one.quality.rowsKept]).toEqual([5, 3]);
      expect(one.quality.dropped).toMatchObject([{ reason: "duplicate-date", count: 2 }]);
    }
    expect(first.quality.dropped[0].examples.map(({ row }) => row)).toEqual([4, 6]);
    expect(mean.quality.unsorted).toBe(1);
  });

  it("the mean skips blank cells, and the first is a row as it stands", async () => {
    const text = "date,close,volume\n2024-01-02,10,\n2024-01-02,12,6\n2024-01-03,11,8\n";
    const volume = async (repeated: ReadOptions["repeated"]) => [...(await series(text, { repeated })).columns[1].values];
    expect(await volume("mean")).toEqual([6, 8]);
    expect(await volume("first")).toEqual([Number.NaN, 8]);
  });
});

describe("columns", () => {
  it("have the roles they are given", async () => {
    const text = "when,a,b,c\n1,2024-01-02,5,x\n2,2024-01-03,6,x\n3,2024-01-04,7,x\n";
    const { columns, times, primary } = await series(text, { uses: ["volume", "date", "close", "ignored"] });
    expect(columns.map(({ name, role }) => [name, role])).toEqual([
      ["when", "volume"],
      ["b", "close"],
    ]);
    expect([primary, times?.length, analyzed(await series(text, { uses: ["volume", "date", "close", null] }))]).toEqual([1, 3, [5, 6, 7]]);
  });

  it("a column holds symbols on request, whatever its name", async () => {
    const text = "date,what,close\n2024-01-02,A,1\n2024-01-02,B,5\n2024-01-03,A,2\n2024-01-03,B,6\n";
    const found = await series(text, { uses: [null, "symbol", null] });
    expect(found.quality.symbols).toEqual({ names: ["A", "B"], count: 2, chosen: "A" });
    expect(analyzed(found)).toEqual([1, 2]);
  });
});

describe("splits and dividends", () => {
  const text = "date,close,dividends,stock splits\n2024-01-02,100,0,0\n2024-01-03,104,4,0\n2024-01-04,26,0,4:1\n2024-01-05,26.5,0.5,\n";

  it("adjust earlier prices by the standard factors, next to the file's own adjusted prices", async () => {
    const found = await series(text, { uses: [null, null, null, "split"], adjust: "both" });
    expect(found.columns.map(({ name, role }) => [name, role])).toEqual([
      ["close", "close"],
      ["dividends", "value"],
      ["stock splits", "value"],
      ["close (adjusted)", "adjusted-close"],
    ]);
    const last = 1 - 0.5 / 26;
    const expected = [100 * (1 - 4 / 100) * (1 / 4) * last, (104 / 4) * last, 26 * last, 26.5];
    for (const [row, value] of analyzed(found).entries()) expect(value).toBeCloseTo(expected[row], 12);
    expect(found.quality.adjusted).toEqual({ column: "close", splits: 1, dividends: 2 });
    expect([...found.columns[0].values]).toEqual([100, 104, 26, 26.5]);
    const splits = await series(text, { uses: [null, null, null, "split"], adjust: "splits" });
    expect(analyzed(splits)).toEqual([25, 26, 26, 26.5]);
  });

  it("multiply volumes before a split but not before a dividend: price times volume is unchanged", async () => {
    const bars =
      "date,close,volume,dividends,stock splits\n2024-01-02,100,10,0,0\n2024-01-03,104,20,4,0\n2024-01-04,26,100,0,4\n2024-01-05,13,,0,2\n";
    const found = await series(bars, { adjust: "splits" });
    expect(found.columns.map(({ name, role, values }) => [name, role, [...values]])).toEqual([
      ["close", "close", [100, 104, 26, 13]],
      ["volume (adjusted)", "volume", [80, 160, 200, Number.NaN]],
      ["volume", "volume", [10, 20, 100, Number.NaN]],
      ["dividends", "value", [0, 4, 0, 0]],
      ["stock splits", "value", [0, 0, 4, 2]],
      ["close (adjusted)", "adjusted-close", [12.5, 13, 13, 13]],
    ]);
    expect([found.primary, found.quality.adjusted]).toEqual([5, { column: "close", splits: 2, dividends: 0, volume: "volume" }]);
    expect((await series(bars, { adjust: "dividends" })).columns.filter(({ role }) => role === "volume")).toHaveLength(1);
  });

  it("are never applied by default, and refused where impossible", async () => {
    expect((await series(text)).columns.some(({ role }) => role === "adjusted-close")).toBe(false);
    const refused = async (given: string, options: ReadOptions) => {
      const outcome = await read(given, options);
      return outcome.ok ? null : outcome.failure.reason;
    };
    expect(await refused(EITHER, { adjust: "both" })).toBe("ingest/adjustNothing");
    expect(await refused(text.replace("4,0\n", "400,0\n"), { adjust: "dividends" })).toBe("ingest/adjustImpossible");
    expect(await refused(text.replaceAll(/2024-01-0\d/g, "x"), { adjust: "dividends" })).toBe("ingest/adjustUndated");
    expect(await refused(text.replace("close", "adj close"), { adjust: "dividends" })).toBe("ingest/adjustTwice");
    const again = `${text}2024-01-05,27,0.5,\n`;
    expect(await refused(again, { adjust: "dividends" })).toBe("ingest/adjustRepeated");
    expect(await refused(again, { adjust: "dividends", repeated: "first" })).toBeNull();
  });
});

describe("a stored choice", () => {
  const kept = async (text: string, options: ReadOptions) => {
    const { chosen } = (await series(text, options)).quality;
    return [{ form: chosen?.form, options }];
  };

  it("applies to the next text with the same header and separators, which reports it", async () => {
    const forms = await kept(EITHER, { dateOrder: "mdy" });
    const next = await series(EITHER.replace("10", "20"), {}, forms);
    expect(days(next)).toEqual(["2024-01-02", "2024-02-02", "2024-03-02"]);
    expect(next.quality.chosen).toEqual({ options: { dateOrder: "mdy" }, form: forms[0].form, earlier: true });
    expect(next.quality.doubts).toBeUndefined();
    expect((await series(EITHER.replace("close", "open"), {}, forms)).quality.chosen).toBeUndefined();
    expect((await series(EITHER.replaceAll(",", ";"), {}, forms)).quality.chosen).toBeUndefined();
  });

  it("is overridden by what the next text reveals about its dates and decimal separator", async () => {
    const dates = await kept(EITHER, { dateOrder: "mdy" });
    expect(days(await series(EITHER.replace("03/02", "23/02"), {}, dates))[2]).toBe("2024-02-23");
    const decimals = await kept(GROUPED, { decimal: "comma" });
    expect(analyzed(await series(GROUPED, {}, decimals))).toEqual([1.234, 2.345, 3.456]);
    expect(analyzed(await series(GROUPED.replace("3,456", "3,456.5"), {}, decimals))).toEqual([1234, 2345, 3456.5]);
  });

  it("is not stored for a text without a header, and ignored if damaged", async () => {
    expect((await series("2024-01-02,5\n2024-01-03,6\n", { repeated: "mean" })).quality.chosen?.form).toBeUndefined();
    for (const damaged of [[{ form: "x", options: { uses: ["king"] } }], [{ form: 1 }], "text", { forms: [] }])
      expect(days(await series(EITHER, {}, damaged))[0]).toBe("2024-02-01");
  });
});

describe("preview", () => {
  it("has the first rows as text and as values, the first that cannot be read, and the last", async () => {
    const text = `date,close,note\n${Array.from({ length: 20 }, (_, row) => `2024-01-${row + 11},${row === 15 ? "n/a!" : row + 0.5},"a, b"`).join("\n")}\n`;
    const { columns, rows, form, read: taken, primary, dates, delimiter } = await preview(text);
    expect(columns).toEqual([
      { name: "date", use: "date" },
      { name: "close", use: "close" },
      { name: "note", use: "ignored" },
    ]);
    expect([form, taken, primary, dates, delimiter]).toEqual([
      '["comma","date","close","note"]',
      [{ place: 1, name: "close" }],
      1,
      "ymd",
      "comma",
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 17, 20, 21]);
    expect(rows[0]).toEqual({ line: 2, cells: ["2024-01-11", "0.5", "a, b"], time: Date.UTC(2024, 0, 11), values: [0.5], dropped: null });
    expect(rows[6]).toEqual({ line: 17, cells: ["2024-01-26", "n/a!", "a, b"], time: null, values: [null], dropped: "not-a-number" });
  });

  it("follows the choices, and what later rows have settled", async () => {
    const first = async (...given: Parameters<typeof preview>) =>
      new Date((await preview(...given)).rows[0].time ?? 0).toISOString().slice(0, 10);
    expect(await first(EITHER)).toBe("2024-02-01");
    expect(await first(EITHER, { dateOrder: "mdy" })).toBe("2024-01-02");
    expect(await first(EITHER, {}, { decimal: "point", dateOrder: "mdy" })).toBe("2024-01-02");
    expect(await first(EITHER, { dateOrder: "dmy" }, { decimal: "point", dateOrder: "mdy" })).toBe("2024-02-01");
    const wrong = await preview(EITHER.replace("02/02", "25/02"), { dateOrder: "mdy" });
    expect(wrong.rows.map(({ dropped }) => dropped)).toEqual([null, "bad-date", null]);
  });

  it("reads lists, sheets and wide tables", async () => {
    const list = await preview("1,5; 2,5; 3,75\n");
    expect(list.rows.map(({ cells, values }) => [cells[0], values[0]])).toEqual([
      ["1,5", 1.5],
      ["2,5", 2.5],
      ["3,75", 3.75],
    ]);
    const sheet = await preview(
      await workbook({
        Prices: [
          ["date", "close"],
          ["2024-01-02", 5],
          ["2024-01-03", 6],
        ],
      }),
    );
    expect([sheet.typed, sheet.rows.map(({ values }) => values[0])]).toEqual([false, [5, 6]]);
    const wide = await preview(
      `date,${Array.from({ length: 500 }, (_, i) => `S${i}`).join()}\n2024-01-02,${"7,".repeat(499)}7\n2024-01-03,${"8,".repeat(499)}8\n`,
    );
    expect([wide.width, wide.columns.length, wide.rows[0].cells.length, wide.rows[0].values.length]).toEqual([501, 60, 60, 59]);
  });
});
