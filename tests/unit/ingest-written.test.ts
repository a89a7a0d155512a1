import { describe, expect, it } from "vitest";
import { days, names, primary, series } from "./ingest";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04"];
const CLOSES = [101.25, 99.75, 103];
const panel = { calendar: "inner", fill: "none" } as const;

describe("dates that are numbers, weeks or years", () => {
  const read = (head: string, cells: readonly (string | number)[]) =>
    series(`${head},Close\n${cells.map((cell, at) => `${cell},${at + 5}\n`).join("")}`);

  it.each([
    ["Year", [1950, 1951, 1952], ["1950-01-01", "1951-01-01", "1952-01-01"]],
    ["Date", [1952, 1951, 1949], ["1949-01-01", "1951-01-01", "1952-01-01"]],
    ["Week", ["2020-W53", "2021-W01", "2021W02"], ["2020-12-28", "2021-01-04", "2021-01-11"]],
    ["Week", ["2020-W53-5", "2021-W01-5"], ["2021-01-01", "2021-01-08"]],
    ["", ["2024-01-01/2024-01-07", "2024-01-08/2024-01-14"], ["2024-01-01", "2024-01-08"]],
    [
      "Date",
      ["1871.09", "1871.1", "1871.11", "1871.12", "1872.01"],
      ["1871-09-01", "1871-10-01", "1871-11-01", "1871-12-01", "1872-01-01"],
    ],
    ["Date", [739_253, 739_254, 739_257], ["2024-01-02", "2024-01-03", "2024-01-06"]],
    ["datenum", [739_253.5, 739_254.5, 739_255.5], ["2024-01-02", "2024-01-03", "2024-01-04"]],
    ["date", ["02JAN2024", "03JAN2024"], ["2024-01-02", "2024-01-03"]],
    ["date", ["02jan24", "03jan24"], ["2024-01-02", "2024-01-03"]],
    ["Date", ["01/2024", "02/2024"], ["2024-01-01", "2024-02-01"]],
    ["obs", ["2023:4", "2024:1"], ["2023-10-01", "2024-01-01"]],
    ["obs", ["2023:12", "2024:01"], ["2023-12-01", "2024-01-01"]],
    ["<DTYYYYMMDD>", [20240102, 20240103], ["2024-01-02", "2024-01-03"]],
  ])("%s of %j", async (head, cells, expected) => {
    const { times, columns } = await read(head, cells);
    expect([...(times ?? [])].map((time) => new Date(time).toISOString().slice(0, 10))).toEqual(expected);
    expect(columns.map(({ name }) => name)).toEqual(["Close"]);
  });

  it.each([
    ["years that repeat", "Year", [1950, 1950, 1951, 1951]],
    ["years under another name", "Strike", [1950, 1960, 1970]],
    ["days of 1972 without a century", "Date", [720_131, 720_201, 720_202]],
    ["a week the year does not have", "Week", ["2021-W53", "2021-W54"]],
    ["hundredths that are no months in a row", "Date", ["1950.01", "1950.07", "1950.03"]],
  ])("%s are no dates", async (_, head, cells) => {
    expect((await read(head, cells)).times).toBeNull();
  });
});

describe("choice of columns", () => {
  const analyzed = async (text: string) => {
    const { columns, primary: at, times } = await series(text);
    return [columns[at].name, columns.map(({ role }) => role), times && new Date(times[0]).toISOString().slice(0, 10)];
  };

  it.each([
    ["日期,开盘,收盘,最高,最低,成交量\n2024-01-02,1,2,3,1,9\n2024-01-03,2,3,4,2,9\n", "收盘", ["open", "close", "high", "low", "volume"]],
    ["日付,始値,高値,安値,終値\n2024/01/02,1,3,1,2\n2024/01/03,2,4,2,3\n", "終値", ["open", "high", "low", "close"]],
    ["Date,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST\n2024-01-02,1,3,1,2\n2024-01-03,2,4,2,3\n", "PX_LAST", ["open", "high", "low", "close"]],
    [
      "Date,Open Price,High Price,Low Price,Close Price\n2024-01-02,1,3,1,2\n2024-01-03,2,4,2,3\n",
      "Close Price",
      ["open", "high", "low", "close"],
    ],
    ["permno,date,prc,ret\n14593,2024-01-02,2,0\n14593,2024-01-03,3,0.5\n", "prc", ["value", "close", "return"]],
  ])("%j", async (text, name, roles) => {
    expect(await analyzed(text)).toEqual([name, roles, "2024-01-02"]);
  });

  it.each([
    ["Coinbase: low, high, open, close", [100, 103, 101, 102, 9], ["low", "high", "open", "close", "volume"], 102],
    ["Bitfinex: open, close, high, low", [101, 102, 103, 100, 9], ["open", "close", "high", "low", "volume"], 102],
    ["Bitstamp: open, high, low, close", [101, 103, 100, 102, 9], ["open", "high", "low", "close", "volume"], 102],
    ["prices of four assets, which are no bars", [100, 300, 50, 200, 9], ["open", "high", "low", "close", "volume"], 200],
    ["the same in another order", [50, 300, 100, 200, 9], ["value", "value", "value", "value", "value"], 50],
  ])("bars without names, %s", async (_, bar, roles, close) => {
    const candles = [1, 2, 3, 4, 5, 6].map((day) => [Date.UTC(2024, 0, 8 - day) / 1000, ...bar.map((price) => price + day / 4)]);
    const { columns, primary: at, times } = await series(JSON.stringify(candles));
    expect([columns.map(({ role }) => role), [...columns[at].values]]).toEqual([
      roles,
      [1.5, 1.25, 1, 0.75, 0.5, 0.25].map((more) => close + more),
    ]);
    expect(times?.[0]).toBe(Date.UTC(2024, 0, 2));
  });

  it("timestamps of bars are named t", async () => {
    const text = "v,vw,o,c,h,l,t,n\n9,1,1,2,3,1,1704153600000,5\n9,1,2,3,4,1,1704240000000,6\n";
    expect(await analyzed(text)).toEqual(["c", ["volume", "value", "open", "close", "high", "low", "value"], "2024-01-02"]);
  });

  it("prices nested in the objects of a list, beside descriptive fields", async () => {
    const candle = (day: number) => ({
      instrument: { id: "EUR_USD", value: "the euro" },
      time: `2024-01-0${day}T22:00:00.000000000Z`,
      volume: 900 + day,
      mid: { o: "1.1", h: "1.3", l: "1.0", c: `1.${day}` },
    });
    const read = await series(JSON.stringify({ granularity: "D", candles: [2, 3, 4].map(candle) }));
    expect([names(read), primary(read)]).toEqual([
      ["volume", "o", "h", "l", "c"],
      [1.2, 1.3, 1.4],
    ]);
    const both = [2, 3, 4].map((day) => ({ date: `2024-01-0${day}`, bid: { c: day }, ask: { c: day + 0.5 } }));
    expect(names(await series(JSON.stringify(both)))).toEqual(["c", "ask.c"]);
  });

  it("a symbol stated once above its rows applies to all of them", async () => {
    const rows = ["OURS,2024-01-02,1", ",2024-01-03,2", ",2024-01-04,3", "ALSO,2024-01-02,10", ",2024-01-03,20", ",2024-01-04,30"];
    const text = `Ticker,Date,Close\n${rows.join("\n")}\n`;
    expect(primary(await series(text))).toEqual([1, 2, 3]);
    expect(primary(await series(text, { symbol: "ALSO" }))).toEqual([10, 20, 30]);
    expect((await series(text, { panel })).columns.map(({ name, values }) => [name, values[2]])).toEqual([
      ["ALSO", 30],
      ["OURS", 3],
    ]);
  });

  it("Bloomberg's securities are above their fields", async () => {
    const text = ",SPX Index,NDX Index\nDates,PX_LAST,PX_LAST\n2024-01-02,1,10\n2024-01-03,2,20\n";
    expect(names(await series(text))).toEqual(["SPX Index PX_LAST", "NDX Index PX_LAST"]);
    expect(names(await series(text, { panel }))).toEqual(["SPX Index", "NDX Index"]);
  });

  it("a download date, the same in all rows, is not the date column", async () => {
    const observations = DAYS.map((date, at) => ({
      realtime_start: "2024-05-01",
      realtime_end: "2024-05-01",
      date,
      value: String(CLOSES[at]),
    }));
    const read = await series(JSON.stringify({ count: 3, observations }));
    expect([days(read), primary(read)]).toEqual([DAYS, CLOSES]);
  });
});

describe("rows with names", () => {
  const HEADER = ["Date", "Open", "High", "Low", "Close", "Volume"];
  const bars = DAYS.map((day, at) => [day, CLOSES[at] - 0.5, CLOSES[at] + 1, CLOSES[at] - 1, CLOSES[at], 10 + at]);
  const lines = (rows: readonly (readonly unknown[])[], sign: string) => `${rows.map((row) => row.join(sign)).join("\n")}\n`;
  const numbered = bars.map((bar, at) => [`"${at + 1}"`, ...bar]);
  const roles = ["open", "high", "low", "close", "volume"];

  it.each([
    ["write.table of R", lines([HEADER.map((name) => `"${name}"`), ...numbered], " ")],
    ["write.table with tabs", lines([HEADER, ...numbered], "\t")],
    ["a matrix of R, whose row names are the dates", lines([HEADER.slice(1), ...bars], " ")],
    ["a frame that pandas prints", `${lines([["", ...HEADER.slice(1)]], "   ")}Date\n${lines(bars, "  ")}`],
    ["write.csv of R", lines([['""', ...HEADER], ...numbered], ",")],
  ])("%s", async (_, text) => {
    const read = await series(text);
    expect([days(read), primary(read), read.columns.map(({ role }) => role)]).toEqual([DAYS, CLOSES, roles]);
    expect(names(read)).toEqual(HEADER.slice(1));
  });

  it("their numbers are not prices", async () => {
    expect(names(await series('"","Date","SPY","TLT"\n"1","2024-01-02",5,50\n"2","2024-01-03",6,60\n'))).toEqual(["SPY", "TLT"]);
  });

  it("a trailing unnamed column does not affect the names of the others", async () => {
    const read = await series("Date,Close\n2024-01-02,5,a\n2024-01-03,6,b\n2024-01-04,7,c\n");
    expect([days(read), primary(read)]).toEqual([DAYS, [5, 6, 7]]);
  });
});

it("NumPy numbers may be timestamps", async () => {
  const rows = DAYS.map((day, at) => `${(Date.parse(day) / 1000).toExponential(18)},${CLOSES[at].toExponential(18)}`);
  expect(days(await series(`time,close\n${rows.join("\n")}\n`))).toEqual(DAYS);
});

it("MongoDB wraps values in their types", async () => {
  const rows = DAYS.map((day, at) => ({
    _id: { $oid: "507f" },
    date: { $date: `${day}T00:00:00Z` },
    close: { $numberDouble: String(CLOSES[at]) },
  }));
  const read = await series(JSON.stringify(rows));
  expect([days(read), primary(read)]).toEqual([DAYS, CLOSES]);
});
