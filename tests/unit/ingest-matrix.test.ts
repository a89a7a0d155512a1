import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Series } from "../../workers/contract";
import type { ReadOptions } from "../../workers/ingest";
import { FORMATS, type Table, tableOf } from "../fixtures/ingest/as-format";
import { PRESET_FILES as ALL_FILES } from "../fixtures/ingest/presets";
import { zipped } from "../fixtures/make-files";
import { series } from "./ingest";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"].map((day) => new Date(day));
const SYMBOLS = ["AAA", "BBB", "CCC"];
const close = (symbol: number, day: number) => 100 * (symbol + 1) + day / 4;
const bar = (symbol: number, day: number) => [
  close(symbol, day) - 0.5,
  close(symbol, day) + 1,
  close(symbol, day) - 1,
  close(symbol, day),
  1000 * (symbol + 1) + day,
];
const BARS = ["open", "high", "low", "close", "volume"];
const bySymbol = (cells: (symbol: number, day: number) => number[]) =>
  DAYS.flatMap((date, day) => SYMBOLS.map((name, symbol) => [name, date, ...cells(symbol, day)]));
const panel = { calendar: "inner", fill: "none" } as const;

interface Shape {
  table: Table;
  options?: ReadOptions;
  /** Expected columns by name. */
  columns: Record<string, number[]>;
}

const days = (value: (day: number) => number) => DAYS.map((_, day) => value(day));
const barsOf = (symbol: number) => Object.fromEntries(BARS.map((name, at) => [name, days((day) => bar(symbol, day)[at])]));
const many = (at: number) => Object.fromEntries(SYMBOLS.map((name, symbol) => [name, days((day) => bar(symbol, day)[at])]));
const long = { names: ["symbol", "date", "close"], rows: bySymbol((symbol, day) => [close(symbol, day)]) };
const longBars = { names: ["symbol", "date", ...BARS], rows: bySymbol(bar) };
const wide = { names: ["date", ...SYMBOLS], rows: DAYS.map((date, day) => [date, ...SYMBOLS.map((_, symbol) => close(symbol, day))]) };

const SHAPES: Record<string, Shape> = {
  "dates and values": {
    table: { names: ["date", "close"], rows: DAYS.map((date, day) => [date, close(0, day)]) },
    columns: { close: many(3).AAA },
  },
  "OHLCV of one": { table: { names: ["date", ...BARS], rows: DAYS.map((date, day) => [date, ...bar(0, day)]) }, columns: barsOf(0) },
  "wide, a column": { table: wide, options: { column: "BBB" }, columns: many(3) },
  "wide, whole": { table: wide, options: { panel }, columns: many(3) },
  "long, a symbol": { table: long, options: { symbol: "BBB" }, columns: { close: many(3).BBB } },
  "long, whole": { table: long, options: { panel, column: "close" }, columns: many(3) },
  "OHLCV of many, a symbol": { table: longBars, options: { symbol: "BBB" }, columns: barsOf(1) },
  "OHLCV of many, whole": { table: longBars, options: { panel, column: "volume" }, columns: many(4) },
};

const PRESET_FILES = ALL_FILES.filter(({ copied }) => !copied);

/** Formats without a header, whose columns are identified by position. */
const BARE = (text: string) => /^[\d.]+,/.test(text);
const columnsOf = (read: Series) => Object.fromEntries(read.columns.map(({ name, values }) => [name, [...values]]));
const written = async (format: string, table: Table) => {
  const content = await FORMATS[format](table);
  return content === null ? null : new Blob([content]);
};

describe.each(Object.keys(FORMATS))("%s", (format) => {
  it.each(Object.keys(SHAPES))("%s", async (shape) => {
    const { table, options, columns } = SHAPES[shape];
    const read = await series((await written(format, table)) as Blob, options);
    expect(columnsOf(read)).toEqual(columns);
    expect([...(read.times ?? [])]).toEqual(DAYS.map(Number));
    expect(read.hash).toBe((await series((await written("CSV", table)) as Blob, options)).hash);
  });

  it("one file per symbol in a zip archive", async () => {
    const files: [string, Uint8Array][] = [];
    for (const [symbol, name] of SYMBOLS.entries()) {
      const file = (await written(format, { names: ["date", "close"], rows: DAYS.map((date, day) => [date, close(symbol, day)]) })) as Blob;
      files.push([`${name}.${ENDINGS[format] ?? "csv"}`, new Uint8Array(await file.arrayBuffer())]);
    }
    const read = await series(new Blob([await zipped(Object.fromEntries(files))]), { panel: { ...panel, files: true }, column: "close" });
    expect(columnsOf(read)).toEqual(many(3));
  });

  it.each(PRESET_FILES.map((file, place) => ({ ...file, place: place + 1 })))(
    "$name, $place",
    async ({ name, text, closes, moments, column }) => {
      const file = await written(format, tableOf(text, !BARE(text)));
      // Columns in these formats have unique names.
      if (file === null) return expect(NAMELESS).toContain(name);
      const read = await series(file);
      expect([read.quality.preset, columnsOf(read)[column ?? "Close"]]).toEqual([name, closes]);
      if (moments) expect([...(read.times ?? [])]).toEqual(moments.map((moment) => Date.parse(moment)));
    },
  );
});

const ENDINGS: Record<string, string> = { HTML: "html", Excel: "xlsx", Parquet: "parquet", Arrow: "arrow" };
const NAMELESS = [
  "Binance klines",
  "Kraken OHLCVT",
  "time, price and volume (Kraken trades)",
  "MetaTrader history",
  "ECB euro reference rates",
  "Yahoo Finance history (yfinance)",
];

/** The matrix in the README: how many files of each row a format has. */
async function matrix(): Promise<string> {
  const formats = Object.keys(FORMATS);
  const rows = new Map<string, number[]>();
  const count = (name: string, files: number[]) =>
    rows.set(
      name,
      files.map((file, at) => file + (rows.get(name)?.[at] ?? 0)),
    );
  for (const name of [...Object.keys(SHAPES), "a file per symbol in a zip archive"])
    count(
      name,
      formats.map(() => 1),
    );
  for (const { name, text } of PRESET_FILES) {
    const table = tableOf(text, !BARE(text));
    count(name, await Promise.all(formats.map(async (format) => ((await FORMATS[format](table)) === null ? 0 : 1))));
  }
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const body = [...rows].map(([name, files]) => line([name, ...files.map((file) => file || "–")]));
  return [line(["", ...formats]), line(["---", ...formats.map(() => "---")]), ...body].join("\n");
}

it("the README shows this matrix", async () => {
  const expected = await matrix();
  const readme = readFileSync("workers/ingest/README.md", "utf8");
  expect(readme.includes(expected), expected).toBe(true);
});
