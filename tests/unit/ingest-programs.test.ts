import {
  columnFromArray,
  type DataType,
  dateDay,
  float64,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timeMicrosecond,
  timeSecond,
  timestamp,
} from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { POLARS_CATEGORIES } from "../fixtures/ingest/polars-categories";
import { workbook } from "../fixtures/make-files";
import { days, names, primary, series } from "./ingest";

const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04"];
const CLOSES = [101.25, 99.75, 103];
const dates = DAYS.map((day) => new Date(day));
const panel = { calendar: "inner", fill: "none" } as const;

/** A frame as pandas writes it: the index behind its columns. */
const parquet = (columns: Record<string, number[]>, index = "Date") =>
  new Blob([
    parquetWriteBuffer({
      columnData: [
        ...Object.entries(columns).map(([name, data]) => ({ name, data, type: "DOUBLE" as const })),
        { name: index, data: dates, type: "TIMESTAMP" as const },
      ],
    }),
  ]);
const arrow = (columns: Record<string, number[]>) =>
  new Blob([
    tableToIPC(
      tableFromColumns({
        ...Object.fromEntries(Object.entries(columns).map(([name, data]) => [name, columnFromArray(data, float64())])),
        Date: columnFromArray(dates, dateDay()),
      }),
      {},
    ) as Uint8Array<ArrayBuffer>,
  ]);

describe("names that tell field and symbol", () => {
  const two = (name: (field: string, symbol: string) => string) =>
    Object.fromEntries(
      ["Close", "High", "Low", "Open"].flatMap((field, place) =>
        ["OURS", "ALSO"].map((symbol, at) => [name(field, symbol), CLOSES.map((close) => (at + 1) * close + (place === 1 ? 2 : -place))]),
      ),
    );

  it.each([
    ["Parquet of pandas", parquet(two((field, symbol) => `('${field}', '${symbol}')`))],
    ["Parquet, symbol first", parquet(two((field, symbol) => `('${symbol}', '${field}')`))],
    ["Arrow", arrow(two((field, symbol) => `('${field}', '${symbol}')`))],
    ["names joined by a line", parquet(two((field, symbol) => `${field}_${symbol}`))],
    ["names joined by a point", parquet(two((field, symbol) => `${symbol}.${field}`))],
  ])("%s: the first close is analyzed, and a panel has the closes", async (_, file) => {
    const read = await series(file);
    expect([read.columns[read.primary].name, primary(read), days(read)]).toEqual(["OURS Close", CLOSES, DAYS]);
    const whole = await series(file, { panel });
    expect([names(whole), days(whole)]).toEqual([["OURS", "ALSO"], DAYS]);
    expect([...whole.columns[1].values]).toEqual(CLOSES.map((close) => 2 * close));
  });

  it("a sheet says a level once, in merged cells", async () => {
    const sheet = new Blob([
      await workbook({
        Data: [
          ["Price", "Close", null, "Open", null],
          ["Ticker", "OURS", "ALSO", "OURS", "ALSO"],
          ["Date", null, null, null, null],
          ...DAYS.map((day, at) => [day, CLOSES[at], 2 * CLOSES[at], 1, 2]),
        ],
      }),
    ]);
    expect(names(await series(sheet))).toEqual(["OURS Close", "ALSO Close", "OURS Open", "ALSO Open"]);
    expect(names(await series(sheet, { panel }))).toEqual(["OURS", "ALSO"]);
  });

  it("a line of units below the header is none of symbols", async () => {
    const read = await series("Date,Open,High,Low,Close,Volume\n,USD,USD,USD,USD,shares\n2024-01-02,1,3,1,2,10\n2024-01-03,2,4,1,3,20\n");
    expect(read.columns[read.primary].values).toEqual(Float64Array.of(2, 3));
  });

  it("a single column keeps its name", async () => {
    expect(names(await series("Date,Close_OURS\n2024-01-02,1\n2024-01-03,2\n"))).toEqual(["Close_OURS"]);
  });
});

it("the price may be in the first column where the dates are in the last", async () => {
  const read = await series(parquet({ "last price": CLOSES, "bid price": [1, 2, 3] }));
  expect([read.columns[read.primary].name, primary(read)]).toEqual(["last price", CLOSES]);
});

const arrowOf = (columns: Record<string, [unknown[], DataType]>) =>
  new Blob([
    tableToIPC(
      tableFromColumns(Object.fromEntries(Object.entries(columns).map(([name, [data, type]]) => [name, columnFromArray(data, type)]))),
      {},
    ) as Uint8Array<ArrayBuffer>,
  ]);
const moments = ({ times }: Awaited<ReturnType<typeof series>>) => [...(times ?? [])].map((time) => new Date(time).toISOString());
const noted = (columns: object[]) => [{ key: "pandas", value: JSON.stringify({ index_columns: ["Date"], columns }) }];

describe("moments of a zone", () => {
  // Midnights of New York before and after its clocks are set forward.
  const MIDNIGHTS = ["2024-03-08T05:00:00Z", "2024-03-11T04:00:00Z", "2024-03-12T04:00:00Z"].map((moment) => new Date(moment));
  const LOCAL = ["2024-03-08", "2024-03-11", "2024-03-12"];
  const inNewYork = (stamps: Date[]) => ({
    Parquet: new Blob([
      parquetWriteBuffer({
        columnData: [
          { name: "Close", data: CLOSES, type: "DOUBLE" },
          { name: "Date", data: stamps, type: "TIMESTAMP" },
        ],
        kvMetadata: noted([{ name: "Date", field_name: "Date", pandas_type: "datetimetz", metadata: { timezone: "America/New_York" } }]),
      }),
    ]),
    Arrow: arrowOf({ Date: [stamps, timestamp(TimeUnit.MICROSECOND, "America/New_York")], Close: [CLOSES, float64()] }),
  });

  it.each(Object.entries(inNewYork(MIDNIGHTS)))("%s: midnights are days of its calendar", async (_, file) => {
    const read = await series(file);
    expect([days(read), moments(read)]).toEqual([LOCAL, LOCAL.map((day) => `${day}T00:00:00.000Z`)]);
    expect(read.quality.dateFormat).toBe("yyyy-mm-dd, local midnights as dates");
  });

  it.each(Object.entries(inNewYork(MIDNIGHTS.map((time) => new Date(time.getTime() + 34_200_000)))))(
    "%s: others are moments",
    async (_, file) => {
      expect(moments(await series(file))).toEqual(["2024-03-08T14:30:00.000Z", "2024-03-11T13:30:00.000Z", "2024-03-12T13:30:00.000Z"]);
    },
  );

  it.each([
    "20240311 09:30:00 US/Eastern",
    "2024-03-11 09:30:00 America/New_York",
    "2024-03-11 09:30:00 EDT",
    "20240311-13:30:00",
    "11.03.2024 09:30:00.000 GMT-0400",
    "Mon Mar 11 2024 09:30:00 GMT-0400 (Eastern Daylight Time)",
  ])("a text says %s", async (stamp) => {
    const read = await series(
      `date,close\n${stamp}\n${stamp.replace(":30:", ":31:")}\n`.replaceAll(/^(.+)$/gm, (row) => (row.includes("date") ? row : `${row},1`)),
    );
    expect(moments(read)).toEqual(["2024-03-11T13:30:00.000Z", "2024-03-11T13:31:00.000Z"]);
  });

  it("clocks that are set back show the first of two times, and days keep theirs", async () => {
    const read = await series(
      "date,close\n20241103 00:30:00 US/Eastern,1\n20241103 01:30:00 US/Eastern,2\n20241103 02:30:00 US/Eastern,3\n",
    );
    expect(moments(read)).toEqual(["2024-11-03T04:30:00.000Z", "2024-11-03T05:30:00.000Z", "2024-11-03T07:30:00.000Z"]);
    const daily = await series("date,close\n20240308 00:00:00 US/Eastern,1\n20240311 00:00:00 US/Eastern,2\n");
    expect(days(daily)).toEqual(["2024-03-08", "2024-03-11"]);
    expect(moments(daily)[0]).toBe("2024-03-08T00:00:00.000Z");
  });

  it("a name that is of no zone is no date", async () => {
    expect((await series("date,close\n20240311 09:30:00 Here/There,1\n20240311 09:31:00 Here/There,2\n")).times).toBeNull();
  });
});

describe("columns as programs type them", () => {
  it("periods of pandas are counted from 1970", async () => {
    const counted = async (type: string, counts: bigint[]) => {
      const columnData = [
        { name: "Close", data: CLOSES, type: "DOUBLE" as const },
        { name: "Date", data: counts, type: "INT64" as const },
      ];
      const kvMetadata = noted([{ name: "Date", field_name: "Date", numpy_type: type, metadata: null }]);
      return days(await series(new Blob([parquetWriteBuffer({ columnData, kvMetadata })])));
    };
    expect(await counted("period[D]", [19_724n, 19_725n, 19_726n])).toEqual(["2024-01-02", "2024-01-03", "2024-01-04"]);
    expect(await counted("period[M]", [648n, 649n, 650n])).toEqual(["2024-01-01", "2024-02-01", "2024-03-01"]);
    expect(await counted("period[Q-DEC]", [215n, 216n, 217n])).toEqual(["2023-10-01", "2024-01-01", "2024-04-01"]);
    expect(await counted("period[Y-DEC]", [52n, 53n, 54n])).toEqual(["2022-01-01", "2023-01-01", "2024-01-01"]);
  });

  it.each([
    ["seconds", timeSecond(), [34_200, 34_260, 34_320]],
    ["microseconds", timeMicrosecond(), [34_200_000_000n, 34_260_000_000n, 34_320_000_000n]],
  ])("times of day in %s stand beside their dates", async (_, type, times) => {
    const file = arrowOf({ date: [Array(3).fill(dates[0]), dateDay()], time: [times, type], close: [CLOSES, float64()] });
    expect(moments(await series(file))).toEqual(["09:30", "09:31", "09:32"].map((time) => `2024-01-02T${time}:00.000Z`));
  });

  it("times of day of Parquet too", async () => {
    const schema = [
      { name: "root", num_children: 3 },
      { name: "date", type: "INT32", converted_type: "DATE", repetition_type: "REQUIRED" },
      { name: "time", type: "INT64", converted_type: "TIME_MICROS", repetition_type: "REQUIRED" },
      { name: "close", type: "DOUBLE", repetition_type: "REQUIRED" },
    ] as const;
    const columnData = [
      { name: "date", data: [19_724, 19_724, 19_724] },
      { name: "time", data: [34_200_000_000n, 34_260_000_000n, 34_320_000_000n] },
      { name: "close", data: CLOSES },
    ];
    const file = new Blob([parquetWriteBuffer({ columnData, schema: [...schema] })]);
    expect(moments(await series(file))).toEqual(["09:30", "09:31", "09:32"].map((time) => `2024-01-02T${time}:00.000Z`));
  });

  it("a sheet has times of day in a column of their own", async () => {
    const time = (minute: number) => new Date(Date.UTC(1899, 11, 30, 9, minute));
    const rows = CLOSES.map((close, at) => [dates[0], time(30 + at), close]);
    const read = await series(new Blob([await workbook({ Data: [["Date", "Time", "Close"], ...rows] })]));
    expect(moments(read)).toEqual(["09:30", "09:31", "09:32"].map((shown) => `2024-01-02T${shown}:00.000Z`));
  });

  it("categories of Polars stand behind the rows", async () => {
    const read = await series(new Blob([POLARS_CATEGORIES]), { symbol: "ALSO" });
    expect([primary(read), days(read), read.quality.symbols?.names]).toEqual([
      [51, 52],
      ["2024-01-02", "2024-01-03"],
      ["OURS", "ALSO"],
    ]);
  });
});

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

describe("which column is meant", () => {
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
    ["permno,date,prc,ret\n14593,2024-01-02,2,0\n14593,2024-01-03,3,0.5\n", "prc", ["value", "close", "value"]],
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

  it("moments of bars are called t", async () => {
    const text = "v,vw,o,c,h,l,t,n\n9,1,1,2,3,1,1704153600000,5\n9,1,2,3,4,1,1704240000000,6\n";
    expect(await analyzed(text)).toEqual(["c", ["volume", "value", "open", "close", "high", "low", "value"], "2024-01-02"]);
  });

  it("prices within the objects of a list, beside what only describes them", async () => {
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

  it("a symbol that is said once, above its rows, is that of all of them", async () => {
    const rows = ["OURS,2024-01-02,1", ",2024-01-03,2", ",2024-01-04,3", "ALSO,2024-01-02,10", ",2024-01-03,20", ",2024-01-04,30"];
    const text = `Ticker,Date,Close\n${rows.join("\n")}\n`;
    expect(primary(await series(text))).toEqual([1, 2, 3]);
    expect(primary(await series(text, { symbol: "ALSO" }))).toEqual([10, 20, 30]);
    expect((await series(text, { panel })).columns.map(({ name, values }) => [name, values[2]])).toEqual([
      ["ALSO", 30],
      ["OURS", 3],
    ]);
  });

  it("Bloomberg's securities stand above their fields", async () => {
    const text = ",SPX Index,NDX Index\nDates,PX_LAST,PX_LAST\n2024-01-02,1,10\n2024-01-03,2,20\n";
    expect(names(await series(text))).toEqual(["SPX Index PX_LAST", "NDX Index PX_LAST"]);
    expect(names(await series(text, { panel }))).toEqual(["SPX Index", "NDX Index"]);
  });

  it("the day of a download, which is the same in all rows, is not theirs", async () => {
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
