import { describe, expect, it } from "vitest";
import { type Failure, type Outcome, type Series, succeed } from "../../../workers/contract";
import { type ReadOptions, readSeries } from "../../../workers/ingest";
import { previewReading } from "../../../workers/ingest/jobs/preview-reading";
import { readNews } from "../../../workers/news/jobs/read-news";
import { readWeights } from "../../../workers/portfolio/jobs/read-weights";
import { resultOf, told } from "../../fixtures/failure-text";
import { workbookOf } from "../../fixtures/make-files";
import { testContext } from "../context";

const context = await testContext();
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** A formula without a cached result, as written by programs that do not calculate. */
const formula = (text: string) => ({ formula: text });
type Cell = string | number | { formula: string };

function sheetOf(rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell, at: string) =>
    typeof value === "number"
      ? `<c r="${at}"${at.startsWith("A") && value > 40_000 ? ' s="1"' : ""}><v>${value}</v></c>`
      : typeof value === "string"
        ? `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
        : `<c r="${at}"><f>${value.formula}</f><v></v></c>`;
  const row = (cells: readonly Cell[], place: number) =>
    `<row r="${place + 1}">${cells.map((value, i) => cell(value, `${String.fromCharCode(65 + i)}${place + 1}`)).join("")}</row>`;
  return `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(row).join("")}</sheetData></worksheet>`;
}

const bookOf = async (rows: readonly (readonly Cell[])[]) => new Blob([await workbookOf({ Prices: sheetOf(rows) })]);

async function read(rows: readonly (readonly Cell[])[] | string, options?: ReadOptions): Promise<Outcome<Series>> {
  const source = typeof rows === "string" ? new Blob([rows]) : await bookOf(rows);
  return readSeries({ source, name: "file", origin: "file", options }, context);
}

const ROWS = Array.from({ length: 30 }, (_, row) => row);
/** Days from 2 January 2024, as serial numbers of a spreadsheet. */
const day = (row: number) => 45_293 + row;
const price = (row: number) => 100 + 7 * Math.sin(row);
/** A sheet from its header and the cells of each column by row. */
const table = (header: readonly string[], ...columns: readonly ((row: number) => Cell)[]) => [
  header,
  ...ROWS.map((row) => columns.map((of) => of(row))),
];
const unsolved = (row: number) => formula(`B${row + 2}*2`);

const failure = (outcome: Outcome<Series>): Failure => {
  if (outcome.ok) throw new Error("was read");
  return outcome.failure;
};
const analyzed = ({ columns, primary, times }: Series) => ({
  name: columns[primary].name,
  values: [...columns[primary].values],
  times: times && [...times],
});

describe("columns of formulas without results", () => {
  it.each(["Sentiment", "50-Day MA", "Days Held", "Holiday", "Updated", "Time Value", "Yesterday"])(
    "%s is not a date column although it contains such a word",
    async (name) => {
      const series = resultOf(await read(table(["Date", "Close", name], day, price, unsolved)));
      expect(analyzed(series).values).toEqual(ROWS.map(price));
      expect(series.quality.unsolved?.map(({ column }) => column)).toEqual([name]);
    },
  );

  it.each(["Date", "Time", "Trade Date", "DateTime", "timestamp"])("%s may be one: the sheet is refused", async (name) => {
    expect(failure(await read(table(["Day", "Close", name], day, price, unsolved))).reason).toBe("ingest/sheetUnsolved");
  });

  it("a remark that looks like a formula is not one, and a single formula among many rows does not count", async () => {
    for (const note of ["=> split", "=B2*2"]) {
      const rows = ROWS.map((row) => `${price(row)},${row === 7 ? note : ""}`);
      const series = resultOf(await read(`Close,Note\n${rows.join("\n")}\n`));
      expect(analyzed(series).values).toEqual(ROWS.map(price));
    }
  });

  it("a formula column beside prices is not read, not offered, and named", async () => {
    const series = resultOf(await read(table(["Date", "Close", "Return", "Volume"], day, price, unsolved, (row) => 1000 + row)));
    expect(analyzed(series).values).toEqual(ROWS.map(price));
    expect(series.columns.map(({ name }) => name)).toEqual(["Close", "Volume"]);
    expect(series.quality.unsolved).toEqual([{ column: "Return", count: 30, examined: 30, row: 2, value: "=B2*2" }]);
    expect(series.quality.missing).toEqual([]);
  });

  it("a text of formulas, saved from a sheet that displays them, is treated the same", async () => {
    const lines = ROWS.map((row) => `2024-01-${String(row + 1).padStart(2, "0")},${price(row)},=B${row + 2}*2`);
    const series = resultOf(await read(["Date,Close,Return", ...lines].join("\n")));
    expect(series.columns.map(({ name }) => name)).toEqual(["Close"]);
    expect(series.quality.unsolved?.map(({ column }) => column)).toEqual(["Return"]);
    const refused = failure(await read(["Date,Open,Close", ...lines].join("\n")));
    expect(told(refused)).toMatchObject({ row: 2, column: "Close", value: "=B2*2" });
  });

  it("a formula column that might be analyzed, dated or grouped by is refused with its position", async () => {
    const refused = [
      table(["Date", "Open", "Close"], day, price, unsolved),
      table(["Date", "No", "Index"], day, (row) => row + 1, unsolved),
      table(["Date", "Symbol", "Close"], day, unsolved, price),
      table(["Date", "Time", "Close"], day, unsolved, price),
      table(["Date", "Trade date", "Close"], day, unsolved, price),
      table(["Year", "Month", "Close"], (row) => 1990 + row, unsolved, price),
      table(["Date", "Close", "Return"], unsolved, price, price),
      table(["Ratio", "Date", "Close"], unsolved, (row) => `2024-01-${String(row + 1).padStart(2, "0")}`, price),
      // Without a header, and without dates.
      table(["Date", "Close", "Return"], day, price, unsolved).slice(1),
      table(["Close", "Return"], price, unsolved),
    ];
    const found = await Promise.all(refused.map(async (rows) => failure(await read(rows))));
    expect(found.map(({ reason }) => reason)).toEqual(refused.map(() => "ingest/sheetUnsolved"));
    expect(told(found[0])).toEqual({
      code: "bad-input",
      message: "Column 3 has 30 formulas without a stored result: open and save the file in a spreadsheet program first",
      row: 2,
      column: "Close",
      value: "=B2*2",
    });
  });

  it("an explicit choice decides: another column, a role, a panel, an adjustment, or to skip it", async () => {
    const closes = table(["Date", "Open", "Close"], day, price, unsolved);
    expect(analyzed(resultOf(await read(closes, { column: "Open" }))).name).toBe("Open");
    expect(failure(await read(closes, { column: "Close" })).reason).toBe("ingest/sheetUnsolved");
    expect(analyzed(resultOf(await read(closes, { uses: [null, null, "ignored"] }))).name).toBe("Open");
    const returns = table(["Date", "Close", "Dividends"], day, price, unsolved);
    expect(resultOf(await read(returns)).quality.unsolved).toHaveLength(1);
    expect(failure(await read(returns, { uses: [null, null, "value"] })).reason).toBe("ingest/sheetUnsolved");
    expect(failure(await read(returns, { adjust: "both" })).reason).toBe("ingest/sheetUnsolved");
    const panel = { calendar: "inner", fill: "none" } as const;
    const wide = table(["Date", "AAPL", "MSFT", "SAP"], day, price, price, unsolved);
    expect(failure(await read(wide, { panel })).reason).toBe("ingest/sheetUnsolved");
    expect(resultOf(await read(wide, { panel, uses: [null, null, null, "ignored"] })).columns).toHaveLength(2);
  });

  it("wherever the sheet is read, values and dates equal those of the sheet with results", async () => {
    const headers = [
      "Close",
      "Price",
      "Open",
      "Return",
      "Volume",
      "Day",
      "Ticker",
      "No",
      "x",
      "",
      "Value",
      "Adj Close",
      "Time",
      "t",
      "Split",
    ];
    const texts = (rows: readonly (readonly Cell[])[]) =>
      rows.map((cells) => cells.map((cell) => (typeof cell === "object" ? `=${cell.formula}` : cell)).join(",")).join("\n");
    const date = (row: number) => `2024-01-${String(row + 1).padStart(2, "0")}`;
    let readable = 0;
    for (const first of headers)
      for (const second of headers)
        for (const index of [1, 2]) {
          const header = ["Date", first, second];
          const solved = [date, price, (row: number) => 50 + row];
          const withFormulas = solved.map((of, place) => (place === index ? unsolved : of));
          const found = await read(texts(table(header, ...withFormulas)));
          if (!found.ok) continue;
          readable++;
          const whole = resultOf(await read(texts(table(header, ...solved))));
          expect(analyzed(found.value), header.join()).toEqual(analyzed(whole));
          // Even columns of one name are told apart.
          expect(found.value.columns.map(({ name }) => name)).not.toContain(found.value.quality.unsolved?.[0].column);
        }
    expect(readable).toBeGreaterThan(100);
  });

  it("the preview of a refused table shows its cells, so that another column can be chosen", async () => {
    const source = await bookOf(table(["Date", "Open", "Close"], day, price, unsolved));
    const preview = resultOf(await previewReading({ source, options: {} }, context));
    expect(preview.columns.map(({ name }) => name)).toEqual(["Date", "Open", "Close"]);
    expect(preview.rows[0]).toMatchObject({ cells: ["2024-01-02", "100", "=B2*2"], dropped: "not-a-number" });
    const chosen = resultOf(await previewReading({ source, options: { uses: [null, null, "ignored"] } }, context));
    expect(chosen.rows[0].dropped).toBeNull();
  });

  it("weights and news are read beside such columns, and refused if they are in one", async () => {
    const names = ["AAPL", "MSFT"];
    const holdings = (header: readonly string[], amounts: readonly Cell[], others: readonly Cell[]) =>
      bookOf([[...header], ...names.map((name, i) => [name, amounts[i], others[i]])]);
    const weights = async (source: Blob) => readWeights({ source, names }, context);
    const formulas = names.map((_, i) => formula(`B${i + 2}*2`));
    const found = resultOf(await weights(await holdings(["Name", "Weight", "Gain"], [0.25, 0.75], formulas)));
    expect(found.weights).toEqual([0.25, 0.75]);
    for (const source of [
      await holdings(["Name", "Weight", "Price"], formulas, [1, 2]),
      await holdings(["Name", "Shares", "Price"], [1, 2], formulas),
      await bookOf(names.map((name, i) => [name, 100 + i, formulas[i]])),
      await bookOf([["Name", "Weight"], ...formulas.map((name) => [name, 0.5])]),
    ]) {
      const refused = await weights(source);
      expect(refused.ok ? null : refused.failure).toMatchObject({ reason: "ingest/sheetUnsolved", value: expect.stringMatching(/^=B/) });
    }
    const news = async (headline: Cell, other: Cell) =>
      readNews(
        {
          source: await bookOf([
            ["Date", "Headline", "Source"],
            [day(0), headline, other],
          ]),
        },
        context,
      );
    expect(await news("Oil rallies", formula("B2"))).toEqual(succeed("2024-01-02 Oil rallies"));
    const refused = await news(formula("D2"), formula("B2"));
    expect(refused.ok ? null : refused.failure).toMatchObject({ reason: "ingest/sheetUnsolved", params: { column: 2 }, value: "=D2" });
  });
});
