import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import type { Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import type { ReadOptions } from "../../../workers/ingest/plan";
import { inWords } from "../../fixtures/in-words";
import { gzipped, workbook } from "../../fixtures/make-files";
import { testContext } from "../context";

// One instance for all files: the reader gives back whatever memory it took.
const context = testContext();
const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04"];
const SYMBOLS = ["AAA", "BBB", "CCC"];
const close = (symbol: number, day: number) => 100 * (symbol + 1) + day / 4;
const rows = DAYS.flatMap((date, day) => SYMBOLS.map((name, symbol) => [name, date, close(symbol, day)] as const));
const csv = (ordered: typeof rows) => `symbol,date,close\n${ordered.map((row) => row.join(",")).join("\n")}\n`;
const bySymbol = [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

async function opened(content: BlobPart, options: ReadOptions = {}): Promise<Series> {
  const read = await readSeries({ source: new Blob([content]), name: "panel", origin: "file", options }, await context);
  if (!read.ok) throw new Error(inWords(read.failure));
  return read.value;
}

function expectSymbol(series: Series, symbol: number) {
  expect([...series.columns[series.primary].values]).toEqual(DAYS.map((_, day) => close(symbol, day)));
  expect([...(series.times ?? [])]).toEqual(DAYS.map((day) => Date.parse(day)));
  expect(series.quality.symbols).toEqual({ names: SYMBOLS, count: 3, chosen: SYMBOLS[symbol] });
  expect([series.name, series.quality.rowsKept, series.quality.dropped]).toEqual([`panel (${SYMBOLS[symbol]})`, 3, []]);
}

describe("rows of many symbols", () => {
  it("are one series each, by date or by symbol, in every format", async () => {
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

  it("a column of one symbol is no choice", async () => {
    const series = await opened(csv(rows.filter(([name]) => name === "BBB")));
    expect([series.quality.symbols, series.name, series.length]).toEqual([undefined, "panel", 3]);
  });

  it("a bad row counts against the symbol that is read alone", async () => {
    const text = `${csv(rows)}AAA,2024-01-05,x\nBBB,2024-01-05,x\n`;
    expect((await opened(text)).quality.dropped.map(({ reason, count }) => [reason, count])).toEqual([["not-a-number", 1]]);
  });
});
