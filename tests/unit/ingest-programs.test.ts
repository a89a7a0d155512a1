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

/** A data frame as written by pandas, with the index after its columns. */
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

describe("names that contain field and symbol", () => {
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

  it("a sheet states a header level once, in merged cells", async () => {
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

  it("a line of units below the header is not taken as symbols", async () => {
    const read = await series("Date,Open,High,Low,Close,Volume\n,USD,USD,USD,USD,shares\n2024-01-02,1,3,1,2,10\n2024-01-03,2,4,1,3,20\n");
    expect(read.columns[read.primary].values).toEqual(Float64Array.of(2, 3));
  });

  it("a single column keeps its name", async () => {
    expect(names(await series("Date,Close_OURS\n2024-01-02,1\n2024-01-03,2\n"))).toEqual(["Close_OURS"]);
  });
});

it("the price may be in the first column with the dates in the last", async () => {
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

describe("times with a zone", () => {
  const inZone = timestamp(TimeUnit.MICROSECOND, "America/New_York");
  const schema = tableToIPC(
    tableFromColumns({ Date: columnFromArray([] as Date[], inZone), Close: columnFromArray([] as number[], float64()) }),
    {
      format: "stream",
    },
  ) as Uint8Array;
  const SCHEMA_IN_NEW_YORK = btoa(String.fromCharCode(...schema));
  // Midnights in New York before and after daylight saving starts.
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
    "Parquet of Polars": new Blob([
      parquetWriteBuffer({
        columnData: [
          { name: "Date", data: stamps, type: "TIMESTAMP" },
          { name: "Close", data: CLOSES, type: "DOUBLE" },
        ],
        kvMetadata: [{ key: "ARROW:schema", value: SCHEMA_IN_NEW_YORK }],
      }),
    ]),
    Arrow: arrowOf({ Date: [stamps, inZone], Close: [CLOSES, float64()] }),
  });

  it.each(Object.entries(inNewYork(MIDNIGHTS)))("%s: local midnights are calendar days", async (_, file) => {
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
    "2024.03.11D13:30:00.000000000",
    "11MAR2024:13:30:00",
    "11.03.2024 09:30:00.000 GMT-0400",
    "Mon Mar 11 2024 09:30:00 GMT-0400 (Eastern Daylight Time)",
  ])("a text says %s", async (stamp) => {
    const read = await series(
      `date,close\n${stamp}\n${stamp.replace(":30:", ":31:")}\n`.replaceAll(/^(.+)$/gm, (row) => (row.includes("date") ? row : `${row},1`)),
    );
    expect(moments(read)).toEqual(["2024-03-11T13:30:00.000Z", "2024-03-11T13:31:00.000Z"]);
  });

  it("an ambiguous local time is the first of two, and days are unaffected", async () => {
    const read = await series(
      "date,close\n20241103 00:30:00 US/Eastern,1\n20241103 01:30:00 US/Eastern,2\n20241103 02:30:00 US/Eastern,3\n",
    );
    expect(moments(read)).toEqual(["2024-11-03T04:30:00.000Z", "2024-11-03T05:30:00.000Z", "2024-11-03T07:30:00.000Z"]);
    const daily = await series("date,close\n20240308 00:00:00 US/Eastern,1\n20240311 00:00:00 US/Eastern,2\n");
    expect(days(daily)).toEqual(["2024-03-08", "2024-03-11"]);
    expect(moments(daily)[0]).toBe("2024-03-08T00:00:00.000Z");
  });

  it("an unknown zone name is not part of a date", async () => {
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

  /** A Parquet file with times of day in microseconds. */
  function timed(times: readonly bigint[]): Blob {
    const schema = [
      { name: "root", num_children: 3 },
      { name: "date", type: "INT32", converted_type: "DATE", repetition_type: "REQUIRED" },
      { name: "time", type: "INT64", converted_type: "TIME_MICROS", repetition_type: "REQUIRED" },
      { name: "close", type: "DOUBLE", repetition_type: "REQUIRED" },
    ] as const;
    const columnData = [
      { name: "date", data: times.map(() => 19_724) },
      { name: "time", data: [...times] },
      { name: "close", data: CLOSES },
    ];
    return new Blob([parquetWriteBuffer({ columnData, schema: [...schema] })]);
  }

  it("so are times of day in Parquet", async () => {
    const file = timed([34_200_000_000n, 34_260_000_000n, 34_320_000_000n]);
    expect(moments(await series(file))).toEqual(["09:30", "09:31", "09:32"].map((time) => `2024-01-02T${time}:00.000Z`));
  });

  it("an impossible time does not affect the prices", async () => {
    expect(primary(await series(timed([34_200_000_000n, 9_223_372_036_854_775_807n, -1n])))).toEqual(CLOSES);
  });

  it("a sheet has times of day in a separate column", async () => {
    const time = (minute: number) => new Date(Date.UTC(1899, 11, 30, 9, minute));
    const rows = CLOSES.map((close, at) => [dates[0], time(30 + at), close]);
    const read = await series(new Blob([await workbook({ Data: [["Date", "Time", "Close"], ...rows] })]));
    expect(moments(read)).toEqual(["09:30", "09:31", "09:32"].map((shown) => `2024-01-02T${shown}:00.000Z`));
  });

  it("Polars categories are stored after the rows", async () => {
    const read = await series(new Blob([POLARS_CATEGORIES]), { symbol: "ALSO" });
    expect([primary(read), days(read), read.quality.symbols?.names]).toEqual([
      [51, 52],
      ["2024-01-02", "2024-01-03"],
      ["OURS", "ALSO"],
    ]);
  });
});
