import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { toldOutcome } from "../fixtures/failure-text";
import { days, names, primary, read, series } from "./ingest";

const fixture = async (name: string) => new Blob([await readFile(new URL(`../fixtures/ingest/${name}`, import.meta.url))]);
const load = async (name: string) => series(await fixture(name));
const JANUARY = ["2020-01-02", "2020-01-03", "2020-01-06"];

describe("files as programs write them", () => {
  it("Yahoo: roles, adjusted close, a row of nulls", async () => {
    const yahoo = await load("yahoo.csv");
    expect(yahoo.columns.map(({ role }) => role)).toEqual(["open", "high", "low", "close", "adjusted-close", "volume"]);
    expect(names(yahoo)[yahoo.primary]).toBe("Close");
    expect(primary(yahoo)).toEqual([10.5, 11.5, 11.75]);
    expect(yahoo.quality.dropped).toEqual([{ reason: "missing-value", count: 1, examples: [{ row: 4, value: "null" }] }]);
    expect(yahoo.quality.reader).toBe("fast");
  });

  it("Investing: byte order mark, quotes, thousands, percent, magnitudes, newest first", async () => {
    const file = await load("investing.csv");
    expect(names(file)[file.primary]).toBe("Price");
    expect(primary(file)).toEqual([1231.9, 1228.1, 1234.5]);
    expect(days(file)).toEqual(["2020-01-08", "2020-01-09", "2020-01-10"]);
    expect([...file.columns[4].values]).toEqual([Number.NaN, 980_500, 12_340_000]);
    expect([...file.columns[5].values]).toEqual([0.1, -0.31, 0.52]);
    expect(file.quality).toMatchObject({
      reader: "papaparse",
      unsorted: 2,
      missing: [{ column: "Vol.", count: 1 }],
      decimal: "point",
      dropped: [],
    });
  });

  it("Xetra: windows-1252, semicolons, decimal comma, thousands, dd.mm.yyyy", async () => {
    const file = await load("xetra-1252.csv");
    expect(names(file)).toEqual(["Eröffnung", "Schluss", "Volumen"]);
    expect(primary(file)).toEqual([1240.25, 1238.75, 1250]);
    expect([...file.columns[2].values]).toEqual([1_000_000, 900_000, 850_500]);
    expect(days(file)).toEqual(JANUARY);
    expect(file.quality).toMatchObject({
      encoding: "windows-1252",
      delimiter: "semicolon",
      decimal: "comma",
      dateFormat: "dd.mm.yyyy (assumed)",
    });
  });

  it("MetaTrader: no header, separate date and time, bars recognized", async () => {
    const file = await load("mt4.csv");
    expect(file.columns.map(({ role }) => role)).toEqual(["open", "high", "low", "close", "volume"]);
    expect(primary(file)).toEqual([1.30775, 1.30788, 1.30799]);
    expect([...(file.times ?? [])]).toEqual([0, 1, 2].map((minute) => Date.UTC(2012, 1, 1, 0, minute)));
    expect(file.quality).toMatchObject({ reader: "fast", header: false, dateFormat: "yyyy.mm.dd" });
  });

  it("tabs, a text column, yyyymmdd", async () => {
    const file = await load("ticker.tsv");
    expect(names(file)).toEqual(["<CLOSE>"]);
    expect(days(file)).toEqual(JANUARY);
    expect(file.quality).toMatchObject({ delimiter: "tab", dateFormat: "yyyymmdd", header: true });
  });

  it.each([
    ["Frankfurt, across the change of the clock", "2024-03-29 00:00:00+01:00", "2024-04-01 00:00:00+02:00", "2024-04-02 00:00:00+02:00"],
    ["London, where winter is UTC", "2024-03-29T00:00:00+00:00", "2024-04-01T00:00:00+01:00", "2024-04-02T00:00:00+01:00"],
    ["New York", "2024-03-29 00:00:00-04:00", "2024-04-01 00:00:00-04:00", "2024-04-02 00:00:00-0400"],
  ])("midnights of a zone are its days: %s", async (_, ...stamps) => {
    const file = await series(`Date,Close\n${stamps.map((stamp, k) => `${stamp},${100 + k}\n`).join("")}`);
    expect([...(file.times ?? [])]).toEqual([Date.UTC(2024, 2, 29), Date.UTC(2024, 3, 1), Date.UTC(2024, 3, 2)]);
    expect(file.quality).toMatchObject({ dateFormat: "yyyy-mm-dd, local midnights as dates", dropped: [] });
  });

  it("timestamps of which one is not midnight keep their times", async () => {
    const stamps = ["2024-03-29T00:00:00+01:00", "2024-03-29T12:00:00+01:00", "2024-03-30T00:00:00+01:00"];
    const file = await series(`Date,Close\n${stamps.map((stamp, k) => `${stamp},${100 + k}\n`).join("")}`);
    expect([...(file.times ?? [])]).toEqual(stamps.map(Date.parse));
    expect(file.quality.dateFormat).toBe("yyyy-mm-dd");
  });

  it("lines before the header, quoted line breaks, time zones, a footer", async () => {
    const file = await load("quoted-preamble.csv");
    expect(primary(file)).toEqual([5.6, 5.5, 5.4]);
    expect([...(file.times ?? [])]).toEqual([9, 10, 11].map((hour) => Date.UTC(2020, 0, 2, hour)));
    expect(file.quality).toMatchObject({ preamble: 2, header: true, unsorted: 1 });
    expect(file.quality.dropped).toEqual([{ reason: "wrong-column-count", count: 1, examples: [{ row: 9, value: "Source: Terminal" }] }]);
  });

  it("bare carriage returns, pipes, spaces as thousands separators, true minus sign", async () => {
    const file = await load("pipe-cr.csv");
    expect(primary(file)).toEqual([1234.5, 1240.25, -1000.75]);
    expect(days(file)).toEqual(JANUARY);
    expect(file.quality).toMatchObject({ delimiter: "pipe", decimal: "comma", dateFormat: "yyyy/mm/dd" });
  });

  it("apostrophes, parentheses, plus sign, currency, exponent", async () => {
    expect(primary(await load("swiss.csv"))).toEqual([1234.5, -1200.25, 1300, 1250.75, 1000]);
  });

  it.each(["utf16le.csv", "utf16be-bare.csv"])("%s", async (name) => {
    const file = await load(name);
    expect(primary(file)).toEqual([5.5, 6]);
    expect(file.quality.encoding).toBe(name.slice(0, 7).replace("utf", "utf-").replace("-16", "-16"));
  });

  it("epoch seconds and spreadsheet days", async () => {
    const epoch = await load("epoch.csv");
    expect(days(epoch)).toEqual(JANUARY);
    expect(epoch.quality.dateFormat).toBe("epoch s");
    const excel = await load("excel.tsv");
    expect([...(excel.times ?? [])]).toEqual([Date.UTC(2020, 0, 2), Date.UTC(2020, 0, 3), Date.UTC(2020, 0, 6, 12)]);
  });
});

describe("date order inferred from the whole column", () => {
  it("month first if a day above 12 requires it", async () => {
    const file = await load("us-dates.csv");
    expect(days(file)).toEqual([...JANUARY, "2020-01-13"]);
    expect(file.quality.dateFormat).toBe("mm/dd/yyyy");
  });

  it("day first if a day above 12 requires it", async () => {
    const file = await load("uk-dates.csv");
    expect(days(file)).toEqual(["2020-02-01", "2020-03-01", "2020-06-01", "2020-06-13"]);
    expect(file.quality.dateFormat).toBe("dd/mm/yyyy");
  });

  it("day first, reported as an assumption, if ambiguous; manually the other way", async () => {
    const blob = await fixture("either-dates.csv");
    expect((await series(blob)).quality.dateFormat).toBe("dd/mm/yyyy (assumed)");
    const chosen = await series(blob, { dateOrder: "mdy" });
    expect(days(chosen)).toEqual(JANUARY);
    expect(chosen.quality.dateFormat).toBe("mm/dd/yyyy");
  });

  it("even if the deciding row is far beyond the sample", async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => `${(index % 12) + 1}/1/${2000 + (index % 20)},${index + 1}`);
    const text = `date,close\n${rows.join("\n")}\n1/31/2021,9\n`;
    const file = await series(text);
    expect(file.quality.dateFormat).toBe("mm/dd/yyyy");
    expect(days(file)?.at(-1)).toBe("2021-01-31");
    expect([file.quality.dropped, file.quality.rowsKept]).toEqual([[], 40_001]);
  });

  it("two-digit years", async () => {
    expect(days(await series("date,close\n31/12/68,1\n31/12/69,2\n31/12/99,3"))).toEqual(["1969-12-31", "1999-12-31", "2068-12-31"]);
  });
});

describe("decimal separators inferred from the whole column", () => {
  it("1,234 has a thousands separator if every value fits or one requires it", async () => {
    expect(primary(await series("1,234\n1,240\n1,198"))).toEqual([1234, 1240, 1198]);
    expect(primary(await series("1,234\n1,240\n1,198.5"))).toEqual([1234, 1240, 1198.5]);
    expect(primary(await series("Date;Close\n2020-01-02;1,234\n2020-01-03;1,240"))).toEqual([1234, 1240]);
  });

  it("and a decimal comma if one value has no group of three", async () => {
    expect(primary(await series("1,234\n1,240\n1,19"))).toEqual([1.234, 1.24, 1.19]);
    expect(primary(await series("1,234\n1,240\n1,198", { decimal: "comma" }))).toEqual([1.234, 1.24, 1.198]);
  });

  it("even if that value is far beyond the sample", async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => `2020-01-02T00:00:00.${String(index % 1000).padStart(3, "0")};1,234`);
    const { quality, columns } = await series(`t;v\n${rows.join("\n")}\n2021-01-01;0,5\n2021-01-02;0,25\n`);
    expect(quality.decimal).toBe("comma");
    expect(columns[0].values.at(-1)).toBe(0.25);
    expect(columns[0].values[0]).toBe(1.234);
  });

  it("two columns of integers stay two columns if the first is a counter", async () => {
    const file = await series("1,250\n2,251\n3,249\n");
    expect(primary(file)).toEqual([250, 251, 249]);
    expect(names(file)).toEqual(["Column 2"]);
    expect(primary(await series("2020,5\n2021,6\n2022,7"))).toEqual([5, 6, 7]);
  });
});

describe("tables", () => {
  it("the column with the matching header is primary; a non-numeric first column yields to a numeric second", async () => {
    const pick = async (text: string, column?: string) => {
      const file = await series(text, { column });
      return names(file)[file.primary];
    };
    expect(await pick("Date,Open,CLOSE PRICE,Volume\n2020-01-02,1,2,3\n2020-01-03,1,2,3")).toBe("CLOSE PRICE");
    expect(await pick("day,adj close,close\n2020-01-02,1,2\n2020-01-03,1,2")).toBe("close");
    expect(await pick("Price,Other\n1,2\n3,4")).toBe("Other");
    expect(await pick("Price,Word\n1,x\n3,y")).toBe("Price");
    expect(await pick("Amount\n1\n3")).toBe("Amount");
    expect(await pick("Date,AAA,BBB\n2020-01-02,1,2\n2020-01-03,1,2")).toBe("AAA");
    expect(await pick("Date,AAA,BBB\n2020-01-02,1,2\n2020-01-03,1,2", "bbb")).toBe("BBB");
  });

  it("date,value rows without a header", async () => {
    const file = await series("2020-01-02,100.5\n2020-01-03,101\n2020-01-06,99\n");
    expect(days(file)).toEqual(JANUARY);
    expect(primary(file)).toEqual([100.5, 101, 99]);
    const blanks = await series("2020-01-02 100.5\n2020-01-03 101\n2020-01-06 99\n");
    expect([days(blanks), primary(blanks)]).toEqual([days(file), primary(file)]);
    expect(blanks.hash).toBe(file.hash);
  });

  it("a list wrapped into lines of equal length is a list; bars, and assets side by side, are tables", async () => {
    expect(primary(await series("100 101 102\n103 104 105\n"))).toEqual([100, 101, 102, 103, 104, 105]);
    expect(primary(await series("100, 101.5, 102.5\n103, 104, 106\n107, 108, 109"))).toHaveLength(9);
    expect(names(await series("10,50,90\n11,51,89\n12,49,91"))).toHaveLength(3);
    expect(primary(await series("10,12,9,11,500\n11,13,10,12,400\n12,12.5,11,11.5,450"))).toEqual([11, 12, 11.5]);
  });

  it("spaces between groups of three digits separate prices; after a shorter group they separate thousands", async () => {
    expect(primary(await series("99 100 101\n102 103 104"))).toEqual([99, 100, 101, 102, 103, 104]);
    expect(primary(await series("1 234\n1 250\n998"))).toEqual([1234, 1250, 998]);
    expect(primary(await series("1 234,5\n101 250,0\n998"))).toEqual([1234.5, 101_250, 998]);
  });

  it("counts every problem, with reason, rows and text", async () => {
    const { quality, ...file } = await load("troubles.csv");
    expect(days(file as never)).toEqual(["2020-01-02", "2020-01-03", ...JANUARY.slice(1), "2020-01-20", "2020-01-24"]);
    expect(primary({ ...file, quality })).toEqual([1, 2, 2.5, 3, 30, -1]);
    expect(quality).toMatchObject({ rowsRead: 11, rowsKept: 6, unsorted: 1, gaps: 1, longestGap: 14 * 86_400_000 });
    expect(quality.zeroOrNegative).toEqual({ count: 1, rows: [12] });
    expect(quality.jumps).toEqual({ count: 0, rows: [] });
    expect(quality.dropped).toEqual([
      { reason: "bad-date", count: 1, examples: [{ row: 7, value: "2020-02-30" }] },
      { reason: "not-a-number", count: 1, examples: [{ row: 8, value: "x" }] },
      { reason: "missing-value", count: 1, examples: [{ row: 9, value: "" }] },
      {
        reason: "wrong-column-count",
        count: 2,
        examples: [
          { row: 10, value: "2020-01-22" },
          { row: 11, value: "2020-01-23 | 6 | 7" },
        ],
      },
    ]);
    expect(quality.repeated?.count).toBe(1);
  });

  it("counts jumps of prices above 40%", async () => {
    const { quality } = await series("100\n139\n200\n119\n0.5");
    expect(quality.jumps).toEqual({ count: 3, rows: [3, 4, 5] });
  });

  it("late quotes enclose a cell, or pass the text to the general reader", async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `${index},${index / 4}`);
    for (const [last, reader] of [
      ['"30000","7,500.25"', "fast"],
      ['"30000", "7,500.25"', "papaparse"],
    ]) {
      const file = await series(`t,close\n${rows.join("\n")}\n${last}\n`);
      expect(file.quality.reader).toBe(reader);
      expect(file.length).toBe(30_000 + Number(reader === "fast"));
      expect(primary(file).at(reader === "fast" ? 30_000 : 29_999)).toBe(reader === "fast" ? 7500.25 : 7499.75);
    }
  });

  it("an unclosed quote is reported with its row", async () => {
    expect(toldOutcome(await read('Date,Close\n2020-01-02,5\n"2020-01-03,6\n2020-01-06,7\n'))).toMatchObject({
      ok: false,
      failure: { message: "CSV processing failed: a quoted field is never closed", row: 3 },
    });
  });

  it("an unreadable file is reported", async () => {
    const gone = new Blob(["1\n2"]);
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) }) as Blob;
    expect(toldOutcome(await read(gone))).toMatchObject({ ok: false, failure: { message: "Failed to read file" } });
  });
});

/** Thirty rows, each with a date in the given format. */
const dated = (header: string, date: (row: number) => string) =>
  `${header}\n${Array.from({ length: 30 }, (_, row) => `${date(row)},${100 + row}`).join("\n")}\n`;
const month = (row: number) => String((row % 12) + 1);
const year = (row: number) => 2000 + Math.floor(row / 12);
const quarter = (row: number) => (row % 4) + 1;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

describe("months and quarters, as statistical offices write them", () => {
  const monthly = ["2000-01-01", "2000-02-01", "2002-06-01"];
  const quarterly = ["2000-01-01", "2000-04-01", "2007-04-01"];
  const yearOfQuarter = (row: number) => 2000 + Math.floor(row / 4);
  const forms: [string, string, string[]][] = [
    ["200001", dated("Month,Return", (row) => `${year(row)}${month(row).padStart(2, "0")}`), monthly],
    ["2000M1", dated("Time,CPI", (row) => `${year(row)}M${month(row)}`), monthly],
    ["Jan-00", dated("Date,CPI", (row) => `${MONTHS[row % 12].slice(0, 3)}-${String(year(row)).slice(2)}`), monthly],
    ["January 2000", dated("Date,CPI", (row) => `${MONTHS[row % 12]} ${year(row)}`), monthly],
    ["2000 JAN", dated("Title,CPIH", (row) => `${year(row)} ${MONTHS[row % 12].slice(0, 3).toUpperCase()}`), monthly],
    ["2000-Q1", dated("TIME_PERIOD,GDP", (row) => `${yearOfQuarter(row)}-Q${quarter(row)}`), quarterly],
    ["2000 Q1", dated("Title,GDP", (row) => `${yearOfQuarter(row)} Q${quarter(row)}`), quarterly],
    ["Q1 2000", dated("Quarter,GDP", (row) => `Q${quarter(row)} ${yearOfQuarter(row)}`), quarterly],
  ];
  it.each(forms)("%s", async (_, text, [first, second, last]) => {
    const read = await series(text);
    const moments = days(read) ?? [];
    expect([moments[0], moments[1], moments[29], moments.length]).toEqual([first, second, last, 30]);
    expect([primary(read)[29], read.quality.dateFormat, read.quality.dropped]).toEqual([129, "month, quarter or week", []]);
  });

  it("a table of years below the months is not part of it", async () => {
    const months = Array.from({ length: 30 }, (_, row) => `${year(row)}${month(row).padStart(2, "0")},   ${row}.25,  -0.50`);
    const text = `Made from a database\n\n,Mkt-RF,SMB\n${months.join("\n")}\n\n Annual Factors\n,Mkt-RF,SMB\n  2000,1,2\n  2001,2,3\n`;
    const read = await series(text);
    expect([names(read), days(read)?.length, primary(read)[29]]).toEqual([["Mkt-RF", "SMB"], 30, 29.25]);
  });

  it("six-digit numbers that are not months", async () => {
    for (const text of [
      dated("Shares,Price", (row) => String(200_001 + 7 * row)),
      dated("Month,Price", (row) => String(209_990 + row)),
      dated("Date,Price", (row) => String(240_101 + (row % 12))),
    ])
      expect((await series(text)).times).toBeNull();
  });
});

describe("column roles by name", () => {
  const bars = (header: string) => `${header}\n2024-01-02,1,3,0.5,2,10,1.5\n2024-01-03,2,4,1,3,20,2.5\n2024-01-04,3,5,2,4,30,3.5\n`;
  it("of adjusted values, only the close is the adjusted close", async () => {
    const read = await series(bars("Date,Adj. Open,Adj. High,Adj. Low,Close,Adj. Volume,Adj. Close"));
    expect(read.columns.map(({ role }) => role)).toEqual(["value", "value", "value", "close", "value", "adjusted-close"]);
  });

  it.each(["adjClose", "Adj Close**", "Adjusted_close", "Adjusted", "ADJ CLOSE"])("%s is an adjusted close", async (name) => {
    expect((await series(bars(`date,open,high,low,close,volume,${name}`))).columns[5].role).toBe("adjusted-close");
  });

  it("quantmod: the symbol before the field", async () => {
    const read = await series(bars('"Index","GSPC.Open","GSPC.High","GSPC.Low","GSPC.Close","GSPC.Volume","GSPC.Adjusted"'));
    expect(read.columns.map(({ role }) => role)).toEqual(["open", "high", "low", "close", "volume", "adjusted-close"]);
    expect([names(read)[read.primary], primary(read)]).toEqual(["GSPC.Close", [2, 3, 4]]);
  });

  it("symbols named like a bar field are symbols", async () => {
    const text = "date,AAPL,C,LOW,V\n2024-01-02,1,2,3,4\n2024-01-03,2,3,4,5\n2024-01-04,3,4,5,6\n";
    const panel = await series(text, { panel: { calendar: "inner", fill: "none" } });
    expect(panel.columns.map(({ name, role }) => [name, role])).toEqual(["AAPL", "C", "LOW", "V"].map((name) => [name, "value"]));
  });

  it("single letters name the fields of a bar", async () => {
    expect((await series(bars("t,o,h,l,c,v,n"))).columns.map(({ role }) => role)).toEqual([
      "open",
      "high",
      "low",
      "close",
      "volume",
      "value",
    ]);
  });

  it("the previous close is not the close", async () => {
    const read = await series("Date,prev.close,close\n2024-01-02,1,2\n2024-01-03,2,3\n2024-01-04,3,4\n");
    expect([read.columns.map(({ role }) => role), primary(read)]).toEqual([
      ["value", "close"],
      [2, 3, 4],
    ]);
  });

  it("nanoseconds in a column after the prices", async () => {
    const rows = [0, 1, 2, 3].map((row) => `OURS,${100 + row},${1_704_205_800 + 60 * row}000000000`);
    const read = await series(`ticker,close,window_start\n${rows.join("\n")}\n`);
    expect([[...(read.times ?? [])][3], primary(read)]).toEqual([Date.UTC(2024, 0, 2, 14, 33), [100, 101, 102, 103]]);
  });

  it("dates that FRED would not write are not FRED's", async () => {
    expect((await series("DATE,XUDLUSS\n02 Jan 24,1.26\n03 Jan 24,1.27\n04 Jan 24,1.28\n")).quality.preset).toBeUndefined();
  });
});
