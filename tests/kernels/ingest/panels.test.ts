import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import type { Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import type { ReadOptions } from "../../../workers/ingest/plan";
import { resultOf } from "../../fixtures/failure-text";
import { gzipped, workbook, zipped } from "../../fixtures/make-files";
import { testContext } from "../context";

// One instance for all files: the reader frees all memory it takes.
const context = testContext();
const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04"];
const SYMBOLS = ["AAA", "BBB", "CCC"];
const close = (symbol: number, day: number) => 100 * (symbol + 1) + day / 4;
const rows = DAYS.flatMap((date, day) => SYMBOLS.map((name, symbol) => [name, date, close(symbol, day)] as const));
const csv = (ordered: typeof rows) => `symbol,date,close\n${ordered.map((row) => row.join(",")).join("\n")}\n`;
const bySymbol = [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

async function opened(content: BlobPart, options: ReadOptions = {}): Promise<Series> {
  return resultOf(await readSeries({ source: new Blob([content]), name: "panel", origin: "file", options }, await context));
}

function expectSymbol(series: Series, symbol: number) {
  expect([...series.columns[series.primary].values]).toEqual(DAYS.map((_, day) => close(symbol, day)));
  expect([...(series.times ?? [])]).toEqual(DAYS.map((day) => Date.parse(day)));
  expect(series.quality.symbols).toEqual({ names: SYMBOLS, count: 3, chosen: SYMBOLS[symbol] });
  expect([series.name, series.quality.rowsKept, series.quality.dropped]).toEqual([`panel (${SYMBOLS[symbol]})`, 3, []]);
}

describe("rows of many symbols", () => {
  it("are separate series, sorted by date or by symbol, in every format", async () => {
    const sheet = await workbook({ Prices: [["symbol", "date", "close"], ...rows] });
    const parquet = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "symbol", data: rows.map(([name]) => name), type: "STRING" },
          { name: "date", data: rows.map(([, date]) => new Date(date)), type: "TIMESTAMP" },
          { name: "close", data: rows.map(([, , value]) => value), type: "DOUBLE" },
        ],
      }),
    );
    const json = JSON.stringify(rows.map(([symbol, date, value]) => ({ symbol, date, close: value })));
    for (const content of [csv(rows), csv(bySymbol), await gzipped(csv(rows)), sheet, parquet, json]) {
      expectSymbol(await opened(content), 0);
      for (const symbol of SYMBOLS.keys()) expectSymbol(await opened(content, { symbol: SYMBOLS[symbol] }), symbol);
    }
  });

  it("a column with a single symbol offers no choice", async () => {
    const series = await opened(csv(rows.filter(([name]) => name === "BBB")));
    expect([series.quality.symbols, series.name, series.length]).toEqual([undefined, "panel", 3]);
  });

  it("a bad row affects only the series of its own symbol", async () => {
    const text = `${csv(rows)}AAA,2024-01-05,x\nBBB,2024-01-05,x\n`;
    expect((await opened(text)).quality.dropped.map(({ reason, count }) => [reason, count])).toEqual([["not-a-number", 1]]);
  });
});

describe("an archive of a file per symbol", () => {
  const file = (from: number, header = "date,open,close") =>
    `${header}\n${DAYS.map((date, day) => `${date},${from},${from + day}`).join("\n")}\n`;
  const PANEL: ReadOptions = { panel: { calendar: "outer", fill: "none", files: true }, column: "close" };

  it("is a panel: each symbol is named after its file, and files without the column are listed as skipped", async () => {
    const archive = await zipped({
      "data/CCC.csv": file(300),
      "data/AAA.csv": file(100).replace("2024-01-03,100,101\n", ""),
      "BBB.txt": `${file(200)}2024-01-05,200,209\n`,
      "other.csv": file(1, "date,alpha,beta"),
      "broken.parquet": "PAR1 and nothing more",
      "readme.md": "prices of three",
    });
    const panel = await opened(archive, PANEL);
    expect(panel.columns.map(({ name, values }) => [name, [...values]])).toEqual([
      ["AAA", [100, Number.NaN, 102, Number.NaN]],
      ["BBB", [200, 201, 202, 209]],
      ["CCC", [300, 301, 302, Number.NaN]],
    ]);
    expect([...(panel.times ?? [])]).toEqual([...DAYS, "2024-01-05"].map((day) => Date.parse(day)));
    expect(panel.quality.panel?.left?.toSorted()).toEqual(["broken.parquet", "other.csv"]);
    expect(panel.quality.panel?.symbols.map(({ values, blank }) => [values, blank])).toEqual([
      [2, 2],
      [4, 0],
      [3, 1],
    ]);
    expect([panel.name, panel.quality.rowsRead, panel.quality.rowsKept]).toEqual(["panel", 9, 9]);
  });

  it("is the same panel as its rows in one table", async () => {
    const table = `symbol,date,close\n${rows.map((row) => row.join(",")).join("\n")}\n`;
    const archive = await zipped(
      Object.fromEntries(
        SYMBOLS.map((name, symbol) => [
          `${name}.csv`,
          `date,close\n${DAYS.map((date, day) => `${date},${close(symbol, day)}`).join("\n")}\n`,
        ]),
      ),
    );
    const [one, other] = [
      await opened(archive, PANEL),
      await opened(table, { panel: { calendar: "outer", fill: "none" }, column: "close" }),
    ];
    expect(one.hash).toBe(other.hash);
  });

  it("is refused if dates repeat and no rule is given, if only one file remains, and if it is not an archive", async () => {
    const refused = async (content: BlobPart, options: ReadOptions) => {
      const read = await readSeries({ source: new Blob([content]), name: "panel", origin: "file", options }, await context);
      return read.ok ? null : read.failure.reason;
    };
    const again = await zipped({ "A.csv": `${file(1)}2024-01-02,1,9\n`, "B.csv": file(2) });
    expect(await refused(again, PANEL)).toBe("ingest/panelRepeats");
    expect(
      (await opened(again, { ...PANEL, panel: { calendar: "inner", fill: "none", files: true, repeated: "first" } })).columns[0].values[0],
    ).toBe(1);
    expect(await refused(await zipped({ "A.csv": file(1), "B.csv": file(2, "date,x,y") }), PANEL)).toBe("ingest/panelOfOne");
    expect(await refused(file(1), PANEL)).not.toBeNull();
  });

  it("keeps open, high, low and volume of a symbol that is read alone", async () => {
    const bars = SYMBOLS.flatMap((name, symbol) =>
      DAYS.map((date, day) => `${name},${date},${symbol + 1},${symbol + 3},${symbol},${symbol + 2},${day * 10}`),
    );
    const series = await opened(`symbol,date,open,high,low,close,volume\n${bars.join("\n")}\n`, { symbol: "BBB" });
    expect(series.columns.map(({ role }) => role)).toEqual(["open", "high", "low", "close", "volume"]);
    expect([...series.columns[4].values]).toEqual([0, 10, 20]);
    const lows = await opened(`symbol,date,open,high,low,close,volume\n${bars.join("\n")}\n`, {
      panel: { calendar: "inner", fill: "none" },
      column: "low",
    });
    expect(lows.columns.map(({ name, values }) => [name, values[0]])).toEqual([
      ["AAA", 0],
      ["BBB", 1],
      ["CCC", 2],
    ]);
  });
});

describe("a header of three lines, as yfinance writes it", () => {
  const text = "Price,Close,Close,High,High,Volume,Volume\nTicker,AAA,BBB,AAA,BBB,AAA,BBB\nDate,,,,,,\n";
  const body = DAYS.map((date, day) => [date, close(0, day), close(1, day), 500, 600, 7, 8].join(",")).join("\n");

  it("read whole has the closes, one column per symbol", async () => {
    const panel = await opened(`${text}${body}\n`, { panel: { calendar: "inner", fill: "none" } });
    expect(panel.columns.map(({ name, values }) => [name, [...values]])).toEqual([
      ["AAA", DAYS.map((_, day) => close(0, day))],
      ["BBB", DAYS.map((_, day) => close(1, day))],
    ]);
    expect([panel.quality.preset, panel.quality.dropped]).toEqual(["Yahoo Finance history (yfinance)", []]);
  });

  it("read as one series has symbol and field in its column names", async () => {
    const series = await opened(`${text}${body}\n`, { column: "BBB High" });
    expect([series.columns[series.primary].name, [...series.columns[series.primary].values]]).toEqual(["BBB High", [600, 600, 600]]);
    expect([...(series.times ?? [])]).toEqual(DAYS.map((day) => Date.parse(day)));
  });
});
