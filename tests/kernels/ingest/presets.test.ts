import { describe, expect, it } from "vitest";
import type { Series } from "../../../workers/contract";
import { PRESETS } from "../../../workers/ingest/preset-table";
import { convertResults } from "../../../workers/statements/jobs/convert-results";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { FORMATS, tableOf } from "../../fixtures/ingest/as-format";
import {
  DEGIRO_FILES,
  PRESET_FILES,
  type PresetFile,
  TRADE_FILES,
  TRADING_212_FILES,
  XTB_OPERATION_FILES,
} from "../../fixtures/ingest/presets";
import { gzipped, workbook, zipped } from "../../fixtures/make-files";
import { MT4_STATEMENT, MT5_HISTORY } from "../../fixtures/statements";
import { testContext } from "../context";
import { analyzed, opened, outcome } from "./read-bytes";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04"];

const valuesOf = (series: Series, role: string) => [...(series.columns.find((column) => column.role === role)?.values ?? [])];

function expectRead(
  series: Series,
  { name, closes, moments = DAYS, column = "Close", opens, volumes, dropped = 0, unsorted = 0 }: PresetFile,
) {
  const { quality, columns, primary, times } = series;
  expect(quality.preset).toBe(name);
  expect([columns[primary].name, [...columns[primary].values]]).toEqual([column, closes]);
  expect([...(times ?? [])]).toEqual(moments.map((moment) => Date.parse(moment)));
  if (opens) expect(valuesOf(series, "open")).toEqual(opens);
  if (volumes) expect(valuesOf(series, "volume")).toEqual(volumes);
  expect([quality.rowsRead - quality.rowsKept, quality.unsorted]).toEqual([dropped, unsorted]);
}

describe("known file formats", () => {
  for (const [place, file] of PRESET_FILES.entries())
    it(`${file.name}, ${place + 1}: dates, closes, order and volumes, plain and packed`, async () => {
      expectRead(await opened(file.text), file);
      for (const bytes of [
        await gzipped(file.text),
        await zipped({ "data.csv": file.text }),
        `\ufeff${file.text.replaceAll("\n", "\r\n")}`,
      ])
        expectRead(await opened(bytes), file);
    });

  it("each form has a file", () => {
    const files = new Set(PRESET_FILES.map(({ name }) => name));
    const missing = PRESETS.filter(({ name, trades }) => !trades && !files.has(name)).map(({ name }) => name);
    // JSON only: its reader gives the lists these names, and its own tests read one.
    expect(missing).toEqual(["Kraken OHLC"]);
  });

  it("are recognized as worksheets too", async () => {
    const rows = [
      ["Date", "Open", "High", "Low", "Close", "Adj Close", "Volume"],
      ...DAYS.map((day, i) => [new Date(day), 100, 102, 99, 101 + i, 50, 10]),
    ];
    const series = await opened(await workbook({ Prices: rows }));
    expect([series.quality.preset, [...series.columns[series.primary].values]]).toEqual(["Yahoo Finance history", [101, 102, 103]]);
  });

  it("are not detected elsewhere", async () => {
    for (const text of ["Date,Close\n2024-01-02,1\n2024-01-03,2\n", "1\n2\n3\n", "1,2,3\n4,5,6\n7,8,9\n", "a,b,c\n1,2,3\n4,5,6\n"])
      expect((await opened(text)).quality.preset).toBeUndefined();
  });

  it("an ambiguous day settles the date order the format leaves open", async () => {
    const british =
      '"Date","Price","Open","High","Low","Vol.","Change %"\n"31/01/2024","103","1","1","1","","1%"\n"30/01/2024","102","1","1","1","","1%"\n';
    const { times, quality } = await opened(british);
    expect([[...times!], quality.dateFormat]).toEqual([[Date.parse("2024-01-30"), Date.parse("2024-01-31")], "dd/mm/yyyy"]);
  });
});

describe("trade reports", () => {
  it("are not series; the message says what they are and which tool reads them", async () => {
    const told = async (text: string) => {
      const read = await outcome(text);
      return read.ok ? "read" : failureText(read.failure);
    };
    expect(await told(TRADE_FILES.ibkr)).toBe(
      "IBKR Flex trades: a list of trades, not a series of prices. Convert Data turns it into an equity curve",
    );
    expect(await told(TRADE_FILES.trading212)).toMatch(/^Trading 212 history: .*Convert Data/);
    expect(await told(TRADE_FILES.xtbPositions)).toMatch(/^XTB closed positions: .*Convert Data/);
    expect(await told(TRADE_FILES.degiro)).toMatch(/^DEGIRO transactions: .*Convert Data/);
    for (const list of [TRADE_FILES.tradingView, TRADE_FILES.tradingViewOlder])
      expect(await told(list)).toMatch(/^TradingView list of trades: .*Convert Data/);
    for (const statement of [MT4_STATEMENT, MT5_HISTORY]) expect(await told(statement)).toMatch(/^MetaTrader statement: .*Convert Data/);
  });

  it.each(["Parquet", "Arrow"])("are recognized as %s too, as typed cells or as text, and converted", async (format) => {
    for (const form of ["ibkr", "trading212", "tradingView"] as const) {
      const table = tableOf(TRADE_FILES[form], true);
      const isTime = (cell: string) => /^\d{4}-\d{2}-\d{2} /.test(cell);
      const typed = table.rows.map((row) =>
        row.map((cell) => {
          const text = String(cell);
          return isTime(text) ? new Date(`${text.replace(" ", "T")}Z`) : text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
        }),
      );
      const rows = form === "trading212" ? table.rows : typed;
      const content = await FORMATS[format]({ ...table, rows });
      const read = await outcome(content as BlobPart);
      expect(read.ok ? "read" : failureText(read.failure)).toMatch(/: a list of trades, not a series of prices/);
      const converted = await convertResults({ source: new Blob([content as BlobPart]), startingBalance: 1000 }, await testContext());
      expect(converted.ok && converted.value.statement?.summary).toMatchObject({ trades: 2, netProfit: 15.25 });
    }
  });

  it("a Parquet file of prices is not a report", async () => {
    const content = await FORMATS.Parquet(tableOf("Date,Close\n2024-01-02,1\n2024-01-03,2\n", true));
    const read = await convertResults({ source: new Blob([content as BlobPart]) }, await testContext());
    expect(read.ok).toBe(false);
  });

  it("an explicitly requested column is read all the same", async () => {
    expect(analyzed(await opened(TRADE_FILES.degiro, { column: "Price" }))).toEqual([100, 102.75]);
  });

  it("from DEGIRO have no profits: closing orders are matched FIFO, with all costs", async () => {
    const [header, ...rows] = TRADE_FILES.degiro.trim().split("\n");
    // Newest first, as exported: 10 bought and sold for 20.95 more; 4 and 6 of another bought, 8 sold, 2 held; one sold short and bought
    // back.
    const other = (day: string, quantity: number, total: string, name = "OTHER NV", isin = "NL0000000002") =>
      `${day},10:00,"${name}",${isin},EAM,XAMS,${quantity},1,EUR,0,EUR,0,EUR,,-1.00,EUR,${total},EUR,1`;
    const more = [
      other("05-02-2024", 1, "-90.00", "SHORT SA", "FR0000000003"),
      other("04-02-2024", -1, "100.00", "SHORT SA", "FR0000000003"),
      other("03-02-2024", -8, "96.00"),
      other("02-02-2024", 6, "-66.00"),
      other("01-02-2024", 4, "-40.00"),
    ];
    const text = [header, ...more, ...rows.toReversed()].join("\n");
    const { statement } = resultOf(await convertResults({ source: new Blob([text]), startingBalance: 1000 }, await testContext()));
    // 932.09 - 911.09; 96 - (40 + 4 / 6 x 66); 100 - 90.
    expect([...(statement?.trades.profit ?? [])].map((profit) => Number(profit.toFixed(9)))).toEqual([21, 12, 10]);
    expect(statement?.openTrades).toBe(1);
    expect([...(statement?.trades.volume ?? [])]).toEqual([10, 8, 1]);
    const dutch = text
      .replace("Date,Time,Product", "Datum,Tijd,Product")
      .replace("Quantity,Price", "Aantal,Koers")
      .replace("Total", "Totaal");
    const again = await convertResults({ source: new Blob([dutch]), startingBalance: 1000 }, await testContext());
    expect(again.ok && again.value.statement?.summary.netProfit).toBeCloseTo(43, 9);
  });

  // Headers as published by users: DEGIRO in its languages, older and newer, and four years of Trading 212.
  it.each(DEGIRO_FILES)(
    "from DEGIRO in any language, %# : recognized, with its profit, whichever decimal separator it uses",
    async (text) => {
      const read = await outcome(text);
      expect(read.ok ? "read" : failureText(read.failure)).toMatch(/^DEGIRO transactions: .*Convert Data/);
      const converted = resultOf(await convertResults({ source: new Blob([text]), startingBalance: 1000 }, await testContext()));
      const { trades, summary } = converted.statement ?? {};
      // 1,166.43 less 2.5 of 10 shares for 911.09.
      expect(summary?.netProfit).toBeCloseTo(1166.43 - (2.5 / 10) * 3644.36, 9);
      expect([[...(trades?.times ?? [])], [...(trades?.volume ?? [])]]).toEqual([[Date.parse("2024-05-22T19:16Z")], [2.5]]);
    },
  );

  it.each(TRADING_212_FILES)("from Trading 212 through the years, %# : recognized, with their results", async (text) => {
    const read = await outcome(text);
    expect(read.ok ? "read" : failureText(read.failure)).toMatch(/^Trading 212 history: .*Convert Data/);
    const converted = resultOf(await convertResults({ source: new Blob([text]), startingBalance: 1000 }, await testContext()));
    expect(converted.statement?.summary).toMatchObject({ trades: 1, netProfit: 25.5 });
    expect([...(converted.statement?.trades.times ?? [])]).toEqual([Date.parse("2024-07-16T10:15:31Z")]);
  });

  it.each(XTB_OPERATION_FILES)(
    "XTB's cash operations, %# : orders from comments in any language, profits and costs of contracts",
    async (text) => {
      const read = await outcome(text);
      expect(read.ok ? "read" : failureText(read.failure)).toMatch(/^XTB cash operations: .*Convert Data/);
      const converted = resultOf(await convertResults({ source: new Blob([text]) }, await testContext()));
      const { trades, summary } = converted.statement ?? {};
      // 615.30 and 410.20 less their cost; the contract, whose swap is counted separately.
      const profits = [615.3 - 600, 410.2 - 400, -9.75];
      expect([...(trades?.profit ?? [])].map((profit) => Number(profit.toFixed(9)))).toEqual(
        profits.map((profit) => Number(profit.toFixed(9))),
      );
      expect([...(trades?.volume ?? [])]).toEqual([6, 4, Number.NaN]);
      expect(summary).toMatchObject({ trades: 3, startBalance: 2000, startFrom: "statement" });
      // Including the dividend, which is not a trade.
      expect(summary?.income).toBe(1.1);
      expect(summary?.netProfit).toBeCloseTo(16.35, 9);
      expect(summary?.endBalance).toBeCloseTo(2016.35, 9);
      expect(converted.statement?.passedOver).toBe(0);
    },
  );

  const operations = async (...rows: string[]) => {
    const source = new Blob([["ID;Type;Time;Comment;Symbol;Amount", ...rows].join("\n")]);
    return resultOf(await convertResults({ source }, await testContext())).statement;
  };

  it("XTB's cash operations: the result of a contract is a trade under its newer name too, alone or with orders", async () => {
    const deposit = "1;Deposit;01.03.2026 09:00:00;Bank;;1000";
    const contract = "4;Profit/Loss (FX/CFD);10.03.2026 11:45:30;Profit of position #910001;DE40;-250";
    const both = await operations(
      deposit,
      "2;Stocks/ETF purchase;02.03.2026 10:00:00;OPEN BUY 2 @ 200.00;SAP.DE;-400",
      "3;Stocks/ETF sale;09.03.2026 15:00:00;CLOSE BUY 2 @ 220.00;SAP.DE;440",
      contract,
      "5;Withholding tax;11.03.2026 11:45:30;tax;SAP.DE;-2",
    );
    expect(both?.summary).toMatchObject({ netProfit: -212, endBalance: 788, income: -2, winRate: 0.5, trades: 2 });
    expect(both?.passedOver).toBe(0);
    expect((await operations(deposit, contract))?.summary).toMatchObject({ netProfit: -250, endBalance: 750, trades: 1 });
  });

  it("XTB's cash operations: dividends and interest less taxes are income, and skipped types are listed with their rows", async () => {
    const earned = await operations(
      "1;Deposit;01.03.2026 09:00:00;Bank;;1000",
      "2;Stocks/ETF purchase;02.03.2026 10:00:00;OPEN BUY 2 @ 200.00;SAP.DE;-400",
      "3;DIVIDENT;03.03.2026 10:00:00;SAP.DE EUR 2.2000/ SHR;SAP.DE;4.4",
      "4;Withholding tax;03.03.2026 10:00:00;SAP.DE EUR WHT 26.375%;SAP.DE;-1.16",
      "5;Free-funds Interest;04.03.2026 10:00:00;Free-funds Interest 2026-02;;0.9",
      "6;Free-funds Interest Tax;04.03.2026 10:00:00;Free-funds Interest Tax 2026-02;;-0.17",
      "7;Stocks/ETF sale;09.03.2026 15:00:00;CLOSE BUY 2 @ 220.00;SAP.DE;440",
      "8;Stock purchase;10.03.2026 15:00:00;Order #123 cash stock purchase;SAP.DE;-220",
      "9;Spin off;11.03.2026 15:00:00;spin off;SAP.DE;0",
      "10;Stock purchase;12.03.2026 15:00:00;Order #124 cash stock purchase;SAP.DE;-220",
    );
    expect(earned?.summary).toMatchObject({ trades: 1, grossProfit: 40 });
    expect(earned?.summary.income).toBeCloseTo(3.97, 9);
    expect(earned?.summary.netProfit).toBeCloseTo(43.97, 9);
    expect(earned?.summary.endBalance).toBeCloseTo(1043.97, 9);
    expect(earned?.passedOver).toBe(3);
    expect(earned?.passedTypes).toEqual([
      { name: "Stock purchase", rows: 2 },
      { name: "Spin off", rows: 1 },
    ]);
  });

  it("XTB's cash operations: long names of skipped types are truncated, and bidirectional control characters are escaped", async () => {
    const told = await operations(
      "1;Stocks/ETF purchase;02.03.2026 10:00:00;OPEN BUY 2 @ 200.00;SAP.DE;-400",
      "2;Stocks/ETF sale;09.03.2026 15:00:00;CLOSE BUY 2 @ 220.00;SAP.DE;440",
      `3;\u202e${"split ".repeat(50)};11.03.2026 15:00:00;split;SAP.DE;0`,
    );
    expect(told?.passedTypes).toEqual([{ name: expect.stringMatching(/^\[U\+202E\]split [a-z ]{1,46}…$/), rows: 1 }]);
  });

  const read = async (text: string) => {
    return resultOf(await convertResults({ source: new Blob([text]), startingBalance: 1000 }, await testContext())).statement;
  };

  it("XTB's closed positions keep decimal points in cells beside cells with decimal commas", async () => {
    const [head, row] = TRADE_FILES.xtbPositions.trim().split("\n");
    const mixed = await read([head, row.replace("-7.75", "12,50").replace(";5;", ";0.10;")].join("\n"));
    expect(mixed?.summary).toMatchObject({ trades: 1, netProfit: 12.5 - 2 - 0.5 });
    expect([...(mixed?.trades.volume ?? [])]).toEqual([0.1]);
  });

  it("XTB's closed positions read the same with decimal commas and decimal points, costs and volumes too", async () => {
    const [head, ...rows] = TRADE_FILES.xtbPositions.trim().split("\n");
    // Dates keep their points; a profit without decimals is disambiguated by its costs.
    const comma = rows.map((row) =>
      row
        .replace(";27.50;", ";1.028,00;")
        .replace("-7.75", "-8")
        .split(";")
        .map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace(".", ",") : cell))
        .join(";"),
    );
    const point = rows.map((row) => row.replace(";27.50;", ";1028.00;").replace("-7.75", "-8"));
    const [one, other] = [await read([head, ...comma].join("\n")), await read([head, ...point].join("\n"))];
    expect(one?.summary).toMatchObject({ trades: 2, netProfit: 1028 - 2 - 8 - 2.5 });
    expect(one).toEqual(other);
  });

  it("XTB's older cash operations: a sale that only returns its cost takes its profit from the row beside it", async () => {
    const older = await operations(
      "1;deposit;01/03/2024 09:00:00;Bank;;10000",
      "2;Stock purchase;02/03/2024 10:00:00;OPEN BUY 64 @ 61.23;PLTR.US;-3918.85",
      "3;Stock sale;05/03/2024 10:00:00;CLOSE BUY 64 @ 96.38;PLTR.US;3918.85",
      "4;close trade;05/03/2024 10:00:00;Profit of position #312803969;PLTR.US;2249.35",
      // A contract, without an order of its own.
      "5;close trade;05/03/2024 10:00:00;Profit of position #312803970;PLTR.US;-10",
    );
    expect(older?.summary).toMatchObject({ trades: 2, wins: 1, losses: 1 });
    expect(older?.summary.netProfit).toBeCloseTo(2239.35, 9);
    const trades = [...(older?.trades.profit ?? [])].map((profit, row) => [profit, older?.trades.volume[row]]);
    expect(trades).toContainEqual([2249.35, 64]);
    expect(trades).toContainEqual([-10, Number.NaN]);
  });

  it("XTB's workbook: closed positions, found below the account summary", async () => {
    const [names, ...rows] = TRADE_FILES.xtbPositions
      .trim()
      .split("\n")
      .map((line) => line.split(";"));
    const about = [["Account"], ["Jane Doe", "", "EUR"], []];
    const content = await workbook({
      "CLOSED POSITION HISTORY": [...about, names, ...rows, ["Total"]],
      "CASH OPERATION HISTORY": [
        ...about,
        ["ID", "Type", "Time", "Comment", "Symbol", "Amount"],
        ["1", "Deposit", "01.01.2024 08:00:00", "Bank", "", "2000"],
      ],
    });
    const read = await convertResults({ source: new Blob([content]), startingBalance: 1000 }, await testContext());
    expect(read.ok ? read.value.statement?.summary : failureText(read.failure)).toMatchObject({ trades: 2, netProfit: 15.25 });
  });

  for (const form of ["ibkr", "trading212", "tradingView", "tradingViewOlder", "xtbPositions"] as const)
    it.each(["CSV", "gzip", "gzip of two members", "zip", "HTML", "Excel", "Parquet", "Parquet, Snappy", "Arrow", "Arrow stream"])(
      `from ${form} become an equity curve, as %s too: closed trades at their times, with their profit`,
      async (format) => {
        const content = await FORMATS[format](tableOf(TRADE_FILES[form], true));
        const source = new Blob(content === null ? [] : [content]);
        const { statement } = resultOf(await convertResults({ source, startingBalance: 1000 }, await testContext()));
        expect(statement?.summary).toMatchObject({ trades: 2, netProfit: 15.25, grossProfit: 25.5, grossLoss: 10.25, endBalance: 1015.25 });
        expect([...(statement?.trades.times ?? [])]).toEqual(["2024-01-03T10:15Z", "2024-01-05T15:45Z"].map((at) => Date.parse(at)));
        expect(statement?.openTrades).toBe(form === "tradingView" ? 1 : 0);
      },
    );
});
