import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { DAY } from "../../workers/contract";
import { days, primary, read, series } from "./ingest";

/** Business days from a Tuesday on, counted from 1970. */
const BUSINESS = Array.from({ length: 40 }, (_, day) => 19_724 + day).filter((day) => ((day + 4) % 7) % 6 !== 0);
const dated = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const table = (header: string, dates: readonly (number | string)[]) =>
  `${header}${dates.map((date, row) => `${date},${100.5 + row}\n`).join("")}`;
const moments = ({ times }: Awaited<ReturnType<typeof series>>) => [...(times ?? [])].map((time) => new Date(time).toISOString());

describe("day counts", () => {
  // The same number is another weekday in each system: 11,329 is a Tuesday of 1931 in a spreadsheet, and a Sunday of 2001 in R.
  const EARLY = BUSINESS.map((day) => day - 8_395);
  const WEEK = Array.from({ length: 7 }, (_, day) => 19_724 + day);

  it.each([
    ["R's days under their name", "Date,Close\n", BUSINESS, 0, "days since 1970", []],
    ["R's of every day of the week, which could be a sheet's", "date,Close\n", WEEK, 0, "days since 1970 (assumed)", ["day-numbers"]],
    ["R's from before 1970 on", "Date,Close\n", [-5, -1, 400, 9_000, 19_724], 0, "days since 1970", []],
    ["a sheet's from before 1957", "Date,Close\n", EARLY, 25_569, "Excel serial", []],
    ["a sheet's under their name", "Date,Close\n", BUSINESS.map((day) => day + 25_569), 25_569, "Excel serial", []],
    ["a sheet's without a name", "", BUSINESS.map((day) => day + 25_569), 25_569, "Excel serial (assumed)", ["day-numbers"]],
    ["R's without a name, backwards", "", [...BUSINESS].reverse(), 0, "days since 1970 (assumed)", ["day-numbers"]],
  ])("%s", async (_, header, numbers, first, format, doubts) => {
    const found = await series(table(header, numbers));
    expect(days(found)).toEqual(numbers.map((day) => dated(day - first)).sort());
    expect([found.quality.dateFormat, found.quality.doubts ?? []]).toEqual([format, doubts]);
  });

  it.each([
    ["a price that rises a point a day", "", Array.from({ length: 30 }, (_, row) => 45_293 + row)],
    ["one that rises by more", "", Array.from({ length: 30 }, (_, row) => 45_293 + 9 * row)],
    ["one whose days have no weekend and that turns", "", [...BUSINESS, ...BUSINESS].map((day) => day + 25_569)],
    ["the same under a name of its own", "Index,Close\n", BUSINESS.map((day) => day + 25_569)],
    ["numbers of rows", "Row,Close\n", BUSINESS],
    ["small numbers under a name of dates", "Date,Close\n", [1, 2, 3, 4, 5, 6]],
    ["a few without a name", "", BUSINESS.slice(0, 9)],
  ])("%s has no dates", async (_, header, numbers) => {
    expect((await series(table(header, numbers))).times).toBeNull();
  });

  it("months in an unnamed column", async () => {
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 1) / DAY);
    const found = await series(
      table(
        "",
        months.map((day) => day + 25_569),
      ),
    );
    expect(days(found)).toEqual(months.map(dated));
  });

  it("an explicit choice of columns settles the question", async () => {
    const text = table(
      "",
      BUSINESS.map((day) => day + 25_569),
    );
    const found = await series(text, { uses: ["value", "close"] });
    expect([found.times, found.quality.doubts]).toEqual([null, undefined]);
    expect((await series(text, { column: "Column 2" })).quality.doubts).toBeUndefined();
  });

  it("are read from a typed column", async () => {
    const columnData = [
      { name: "Date", data: BUSINESS, type: "INT32" as const },
      { name: "Close", data: BUSINESS.map((day) => day / 100), type: "DOUBLE" as const },
    ];
    expect(days(await series(new Blob([parquetWriteBuffer({ columnData })])))).toEqual(BUSINESS.map(dated));
  });
});

describe("local midnights written in UTC", () => {
  /** Business days as timestamps at these UTC hours. */
  const at = (hour: (day: string) => number, dates: readonly number[] = BUSINESS) =>
    dates.map((day) => new Date(day * DAY + hour(dated(day)) * 3_600_000).toISOString());
  const winter = (from: string, inWinter: number, inSummer: number) => (day: string) => (day >= from ? inSummer : inWinter);
  const LONG = Array.from({ length: 120 }, (_, day) => 19_724 + day).filter((day) => ((day + 4) % 7) % 6 !== 0);

  it.each([
    ["New York", winter("2024-03-11", 5, 4)],
    ["Chicago", winter("2024-03-11", 6, 5)],
    ["Berlin", winter("2024-04-01", -1, -2)],
    ["London", winter("2024-04-01", 0, -1)],
    ["Tokyo", () => -9],
    ["Shanghai", () => -8],
    ["Mumbai", () => -5.5],
  ])("%s", async (_, hour) => {
    for (const stamps of [at(hour, LONG), at(hour, LONG).map((stamp) => stamp.replace("T", " ").replace(".000Z", "+00:00"))]) {
      const found = await series(table("Date,Close\n", stamps));
      expect(moments(found)).toEqual(LONG.map((day) => `${dated(day)}T00:00:00.000Z`));
      expect(found.quality.dateFormat).toBe("yyyy-mm-dd, local midnights as dates");
    }
  });

  it("of winter dates only, in JSON from pandas, and as numbers", async () => {
    const stamps = at(() => 5);
    const json = JSON.stringify({ Close: Object.fromEntries(stamps.map((stamp, row) => [stamp, 100 + row])) });
    expect(days(await series(json))).toEqual(BUSINESS.map(dated));
    const numbers = JSON.stringify({ Close: Object.fromEntries(stamps.map((stamp, row) => [String(Date.parse(stamp)), 100 + row])) });
    expect(moments(await series(numbers))).toEqual(BUSINESS.map((day) => `${dated(day)}T00:00:00.000Z`));
  });

  it("are found in typed UTC columns", async () => {
    const columnData = [
      { name: "Date", data: at(winter("2024-03-11", 5, 4), LONG).map((stamp) => new Date(stamp)), type: "TIMESTAMP" as const },
      { name: "Close", data: LONG, type: "INT32" as const },
    ];
    const found = await series(new Blob([parquetWriteBuffer({ columnData })]));
    expect(moments(found)).toEqual(LONG.map((day) => `${dated(day)}T00:00:00.000Z`));
  });

  it.each([
    ["New York's closes", winter("2024-03-11", 21, 20), LONG],
    ["its opens", winter("2024-03-11", 14.5, 13.5), LONG],
    ["a time that follows no clock of a zone", winter("2024-03-20", 5, 4), LONG],
    ["05:00 of UTC in summer too, on every day of the week", () => 5, Array.from({ length: 200 }, (_, day) => 19_724 + day)],
    ["05:00 in winter on every day of the week", () => 5, [19_724, 19_725, 19_726, 19_727, 19_728, 19_729, 19_730]],
    ["few", () => 5, BUSINESS.slice(0, 4)],
    ["a time of 8 hours", () => 8, BUSINESS],
  ])("%s: moments", async (_, hour, dates) => {
    const stamps = at(hour, dates);
    expect(moments(await series(table("Date,Close\n", stamps)))).toEqual(stamps);
  });

  it("a row with another time keeps it", async () => {
    const rows = at(() => 5);
    const stamps = [...rows.slice(0, -1), rows[rows.length - 1].replace("T05", "T21")];
    expect(moments(await series(table("Date,Close\n", stamps))).at(-1)).toBe(stamps.at(-1));
    const long = [...Array.from({ length: 1200 }, (_, day) => dated(day * 7 + 4)).map((day) => `${day}T05:00:00.000Z`)];
    expect((await read(table("Date,Close\n", long))).ok).toBe(true);
  });

  it("primary values are unchanged", async () => {
    expect(
      primary(
        await series(
          table(
            "Date,Close\n",
            at(() => 5),
          ),
        ),
      ).slice(0, 2),
    ).toEqual([100.5, 101.5]);
  });
});
