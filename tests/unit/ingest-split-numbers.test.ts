import { describe, expect, it } from "vitest";
import { previewReading } from "../../workers/ingest/jobs/preview-reading";
import type { ReadOptions } from "../../workers/ingest/plan";
import { toldOutcome } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";
import { days, names, primary, read, series } from "./ingest";

const DATES = ["2024-01-02", "2024-01-03", "2024-01-04"];
/** Rows with consecutive days. */
const dated = (header: string, rows: readonly string[]) =>
  `${header}\n${rows.map((row, place) => `${new Date(Date.UTC(2024, 0, 2 + place)).toISOString().slice(0, 10)},${row}\n`).join("")}`;
const text = (header: string, rows: readonly string[]) => `${header}\n${rows.map((row, place) => `${DATES[place]},${row}\n`).join("")}`;

describe("decimal commas in comma-separated text", () => {
  it.each([
    ["of one column", "Date,Close", ["101,25", "101,5", "99,05"], [101.25, 101.5, 99.05]],
    ["some whole", "Date,Close", ["101,25", "102", "99,05"], [101.25, 102, 99.05]],
    ["of several columns", "Date,Close,Low", ["101,25,100,5", "101,5,99,75", "-99,05,98,0"], [101.25, 101.5, -99.05]],
    ["in three digits, one of which is no group", "Date,Close", ["1,234", "1,24", "1,198"], [1.234, 1.24, 1.198]],
  ])("are those of numbers, %s, and are asked for", async (_, header, rows, values) => {
    const found = await series(text(header, rows));
    expect([primary(found), days(found), found.quality.dropped]).toEqual([values, DATES, []]);
    expect(names(found)).toEqual(header.split(",").slice(1));
    expect([found.quality.decimal, found.quality.doubts]).toEqual(["comma", ["decimal"]]);
    const chosen = await series(text(header, rows), { decimal: "comma" });
    expect([primary(chosen), chosen.quality.doubts]).toEqual([values, undefined]);
  });

  it("do not exist if a decimal point is chosen", async () => {
    const found = await series(text("Date,Close", ["101,25", "101,5", "99,05"]), { decimal: "point" });
    expect(found.columns).toHaveLength(2);
  });

  it.each([
    ["without a header", "", ["101,25", "102,26", "99,27"]],
    ["with a name for each cell", "Date,Close,Volume", ["101,25", "102,26", "99,27"]],
    ["with numbers that have a point", "Date,Close", ["101.5,25", "102.5,26", "99.5,27"]],
  ])("are none in rows %s", async (_, header, rows) => {
    expect((await series(text(header, rows).trimStart())).columns).toHaveLength(2);
  });

  it.each([
    ["a column's use", { decimal: "comma", uses: ["date", "close"] }],
    ["the header", { decimal: "comma", header: true }],
  ] as [string, ReadOptions][])("are those of numbers where %s is chosen too", async (_, options) => {
    const found = await series(text("Date,Close", ["100,25", "101,5", "99,05"]), options);
    expect([names(found), primary(found), found.quality.doubts]).toEqual([["Close"], [100.25, 101.5, 99.05], undefined]);
  });

  it("are asked about if only a column's role is chosen", async () => {
    const found = await series(text("Date,Close", ["100,25", "101,5", "99,05"]), { uses: ["date", "close"] });
    expect([names(found), primary(found), found.quality.doubts]).toEqual([["Close"], [100.25, 101.5, 99.05], ["decimal"]]);
  });

  it("belong to the last numbers after a numeric time or a name", async () => {
    const found = await series(text("Date,Time,Close", ["093000,100,25", "093000,101,5", "093000,99,05"]));
    expect([names(found), primary(found)]).toEqual([["Close"], [100.25, 101.5, 99.05]]);
    const named = await series(text("Date,Symbol,Close", ["AAPL,100,25", "AAPL,101,5", "AAPL,99,05"]));
    expect([names(named), primary(named)]).toEqual([["Close"], [100.25, 101.5, 99.05]]);
  });

  it.each([
    ["a volume", "Date,Close,Volume", ["100,20,1000", "101,25,1100", "99,5,900"]],
    ["a volume of bars", "Date,Open,High,Low,Close,Volume", ["100,10,101,20,99,30,100,40,5000", "100,40,102,15,99,80,101,75,6000"]],
    ["a long volume", "Date,Open,High,Low,Close,Volume", ["100,10,101,20,99,30,100,40,5000000", "100,40,102,15,99,80,101,75,6000000000"]],
    ["a volume before it", "Date,Volume,Close", ["1000,100,20", "1100,101,25", "900,99,5"]],
  ])("are refused where %s may be the whole number", async (_, header, rows) => {
    for (const options of [{}, { decimal: "comma" } as const]) {
      const outcome = toldOutcome(await read(text(header, rows), options));
      expect(outcome).toMatchObject({ failure: { code: "bad-input", row: 2, value: `2024-01-02,${rows[0]}` } });
    }
  });

  it.each(["Date,Open,Close", "Date,Close"])("are none in one row of sixty below %s, which is excluded", async (header) => {
    const count = header.split(",").length - 1;
    const rows = Array.from({ length: 60 }, (_, place) => `,${100 + place}`.repeat(count).slice(1));
    rows[31] += ",5";
    const found = await series(dated(header, rows));
    expect(primary(found)).toEqual(rows.flatMap((_, place) => (place === 31 ? [] : [100 + place])));
    expect(found.quality.dropped).toMatchObject([{ count: 1, examples: [{ row: 33 }] }]);
  });

  it("are ambiguous if fewer than half of the rows have them", async () => {
    const outcome = toldOutcome(await read(text("Date,Close", ["101", "102,5", "103"])));
    expect(outcome).toMatchObject({ failure: { code: "bad-input", row: 3, value: "2024-01-03,102,5" } });
  });

  it("are refused, with the row, if it is ambiguous which commas are decimal", async () => {
    const outcome = toldOutcome(await read(text("Date,Close,Low", ["101,25,100,5", "101,99,75", "99,05,98,0"])));
    expect(outcome).toMatchObject({
      failure: { code: "bad-input", row: 2, value: "2024-01-02,101,25,100,5", message: expect.stringContaining("5 cells below 3 names") },
    });
  });

  it("form one number in the preview too", async () => {
    const source = text("Date,Close", ["101,25", "102", "99,05"]);
    const preview = await previewReading({ source, options: {} }, await testContext());
    expect(preview).toMatchObject({
      value: { width: 2, rows: [{ cells: ["2024-01-02", "101,25"], values: [101.25] }, { values: [102] }, {}] },
    });
  });
});
