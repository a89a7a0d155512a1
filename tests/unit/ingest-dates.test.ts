import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parseDate } from "../../workers/ingest/date-format";
import { days, names, primary, series } from "./ingest";

const table = (header: string, rows: readonly string[], delimiter = ";") =>
  `${header}${rows.map((cells, row) => `${cells}${delimiter}${100 + row}\n`).join("")}`;
const moment = (text: string) => {
  const time = parseDate(text, "named");
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace("T00:00:00.000Z", "");
};

describe("numbers that could be timestamps in digits", () => {
  const rows = Array.from({ length: 20 }, (_, row) => row + 1);
  const two = (value: number) => `${value}`.padStart(2, "0");
  it("yield to a column named as a date", async () => {
    const text = `Id,Date,Close\n${rows.map((row) => `2024010201${two(row)},2023-05-${two(row)},${100 + row}\n`).join("")}`;
    expect(days(await series(text))).toEqual(rows.map((row) => `2023-05-${two(row)}`));
  });

  it("are the dates if no other column is", async () => {
    const text = `Id,Close\n${rows.map((row) => `202401${two(row)}0930,${100 + row}\n`).join("")}`;
    expect(new Date((await series(text)).times?.[1] ?? Number.NaN).toISOString()).toBe("2024-01-02T09:30:00.000Z");
  });
});

describe("months by name", () => {
  it.each([
    [
      "German",
      ["02. Jan. 2024", "1. Februar 2024", "4. März 2024", "5. Mrz. 2024", "6. Mai 2024", "7. Okt 2024", "8. Dez. 24", "9. Jänner 2025"],
    ],
    [
      "French",
      [
        "2 janv. 2024",
        "1er févr. 2024",
        "4 mars 2024",
        "5 avr. 2024",
        "6 mai 2024",
        "7 juin 2024",
        "8 juil. 2024",
        "9 août 2024",
        "10 déc. 2024",
      ],
    ],
    ["Spanish", ["2 ene 2024", "1 de febrero de 2024", "4 abr. 2024", "5 ago 2024", "6-sept-2024", "7 dic 2024"]],
    ["Italian", ["2 gen 2024", "1 mag 2024", "4 giu 2024", "5 lug 2024", "6 set 2024", "7 ott 2024", "8 dic 2024"]],
    ["Portuguese", ["2 jan. 2024", "1 de fev. de 2024", "4 mai 2024", "5 set 2024", "6 de outubro de 2024", "7 dez 2024"]],
    ["Dutch", ["2 jan. 2024", "1 mrt. 2024", "4 maart 2024", "5 mei 2024", "6 okt. 2024"]],
    ["with days of the week", ["Di., 2. Jan. 2024", "mar. 5 mars 2024", "lun. 4 nov. 2024", "Tue Jan  2 00:00:00 2025"]],
  ])("%s", async (_, dates) => {
    const found = await series(table("Date;Close\n", dates));
    expect([days(found)?.length, found.quality.dropped]).toEqual([dates.length, []]);
    expect([...(found.times ?? [])]).toEqual([...(found.times ?? [])].sort((a, b) => a - b));
  });

  it.each([
    ["9 août 2024", "2024-08-09"],
    ["9 juin 2024", "2024-06-09"],
    ["9 juil. 2024", "2024-07-09"],
    ["24. Ma\u0308rz 2024", "2024-03-24"],
    ["mar. 2 janv. 2024", "2024-01-02"],
    ["Tue Jan 02 09:30:00 EST 2024", "2024-01-02T14:30:00.000Z"],
    ["2 de enero de 2024 09:30", "2024-01-02T09:30:00.000Z"],
    ["9 jui 2024", null],
    ["9 genesis 2024", null],
    ["9 xyz 2024", null],
    ["31 feb 2024", null],
  ])("%s", (text, expected) => expect(moment(text)).toBe(expected));

  it("months without days", async () => {
    const found = await series(table("Monat;Close\n", ["Jan. 2024", "Febr. 2024", "März 2024", "avril 2024", "Mai 24", "giugno 2024"]));
    expect(days(found)).toEqual(["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01", "2024-06-01"]);
  });
});

describe("days and months as numbers", () => {
  const dated = async (header: string, cells: readonly string[]) => days(await series(table(header, cells, ",")));

  it.each([
    ["a day of the year", "Date,Close\n", ["2024-001", "2024-060", "2024-366"], ["2024-01-01", "2024-02-29", "2024-12-31"]],
    ["the same without a dash", "date,Close\n", ["2023365", "2024001", "2024002"], ["2023-12-31", "2024-01-01", "2024-01-02"]],
    ["the same without a name", "", ["2023-365", "2024-001", "2024-002"], ["2023-12-31", "2024-01-01", "2024-01-02"]],
    [
      "months as fractions",
      "date,Close\n",
      ["2010", "2010.08333333333", "2010.16666666667", "2010.25"],
      ["2010-01-01", "2010-02-01", "2010-03-01", "2010-04-01"],
    ],
    [
      "quarters as fractions",
      "time,Close\n",
      ["2010.5", "2010.75", "2011", "2011.25"],
      ["2010-07-01", "2010-10-01", "2011-01-01", "2011-04-01"],
    ],
    [
      "months before a point",
      "Datum,Close\n",
      ["12.2010", "01.2011", "02.2011", "03.2011"],
      ["2010-12-01", "2011-01-01", "2011-02-01", "2011-03-01"],
    ],
    [
      "the same, latest first",
      "Datum,Close\n",
      ["02.2011", "01.2011", "12.2010", "11.2010"],
      ["2010-11-01", "2010-12-01", "2011-01-01", "2011-02-01"],
    ],
  ])("%s", async (_, header, cells, expected) => expect(await dated(header, cells)).toEqual(expected));

  it.each([
    ["numbers of orders", "Order,Close\n", ["2024-001", "2024-002", "2024-003"]],
    ["a day that the year does not have", "Date,Close\n", ["2023-366", "2023-367", "2023-400"]],
    ["prices of 10.2010", "Price,Close\n", ["10.2010", "10.2011", "10.2012"]],
    ["the same out of order under a name of dates", "Date,Close\n", ["10.2010", "12.2011", "11.2012"]],
    ["prices of 2010.08", "Price,Close\n", ["2010", "2010.0833", "2010.1667"]],
    ["fractions that are no months", "date,Close\n", ["2010", "2010.04", "2010.12"]],
  ])("%s: no dates", async (_, header, cells) => expect(await dated(header, cells)).toBeNull());

  it("dates to the left of date-like numbers stay the dates", async () => {
    const found = await series("Date,Order,Close\n2024-01-02,2023-001,1\n2024-01-03,2023-002,2\n");
    expect(days(found)).toEqual(["2024-01-02", "2024-01-03"]);
  });
});

describe("date parts in separate columns", () => {
  it.each([
    ["Year,Month,Day,Close\n", ["2024,1,2", "2024,1,3", "2024,2,1"], ["2024-01-02", "2024-01-03", "2024-02-01"]],
    ["Close,Jahr,Monat,Tag\n", null, ["2024-01-02", "2024-01-03", "2024-02-01"]],
    ["year,month,day,close\n", ["2024,Jan,2", "2024,Jan,3", "2024,Feb,1"], ["2024-01-02", "2024-01-03", "2024-02-01"]],
    ["Year,Month,Close\n", ["2010,11", "2010,12", "2011,1"], ["2010-11-01", "2010-12-01", "2011-01-01"]],
    ["Year,Month,Close\n", ["2010,Nov", "2010,Dec", "2011,Jan"], ["2010-11-01", "2010-12-01", "2011-01-01"]],
    ["Year,Quarter,Close\n", ["2010,3", "2010,4", "2011,1"], ["2010-07-01", "2010-10-01", "2011-01-01"]],
    ["Year,Quarter,Close\n", ["2010,Q3", "2010,Q4", "2011,Q1"], ["2010-07-01", "2010-10-01", "2011-01-01"]],
    ["year,period,value\n", ["2010,M11", "2010,M12", "2011,M01"], ["2010-11-01", "2010-12-01", "2011-01-01"]],
  ])("%s", async (header, cells, expected) => {
    const text = cells ? table(header, cells, ",") : `${header}100,2024,1,2\n101,2024,1,3\n102,2024,2,1\n`;
    const found = await series(text);
    expect([days(found), primary(found), names(found).length]).toEqual([expected, [100, 101, 102], 1]);
  });

  it("are read from typed columns, with a time of day beside them", async () => {
    const columnData = [
      { name: "Year", data: [2024, 2024, 2024], type: "INT32" as const },
      { name: "Month", data: [1, 1, 1], type: "INT32" as const },
      { name: "Day", data: [2, 2, 3], type: "INT32" as const },
      { name: "Time", data: ["09:30", "09:31", "09:30"], type: "STRING" as const },
      { name: "Close", data: [1.5, 2.5, 3.5], type: "DOUBLE" as const },
    ];
    const found = await series(new Blob([parquetWriteBuffer({ columnData })]));
    expect([...(found.times ?? [])].map((time) => new Date(time).toISOString().slice(0, 16))).toEqual([
      "2024-01-02T09:30",
      "2024-01-02T09:31",
      "2024-01-03T09:30",
    ]);
    expect(primary(found)).toEqual([1.5, 2.5, 3.5]);
  });

  it.each([
    ["parts without years", "Month,Day,Close\n1,2,100\n1,3,101\n1,4,102\n"],
    ["years that are none", "Year,Month,Close\n1,2,100\n1,3,101\n2,4,102\n"],
    ["months that are none", "Year,Month,Close\n2010,20,100\n2010,30,101\n2010,40,102\n"],
  ])("%s", async (_, text) => expect((await series(text)).times).toBeNull());

  it("exclude a column assigned to something else", async () => {
    const text = "Year,Month,Close\n2010,11,100\n2010,12,101\n2011,1,102\n2011,2,103\n";
    expect((await series(text, { uses: [null, "value", null] })).times).toBeNull();
  });

  it("yield to a full date column", async () => {
    const found = await series("Date,Year,Month,Close\n2024-03-05,2010,1,1\n2024-03-06,2010,2,2\n");
    expect(days(found)).toEqual(["2024-03-05", "2024-03-06"]);
  });

  it("exclude and count a row whose parts form no date", async () => {
    const found = await series(
      "year,period,value\n2010,M11,1\n2010,M12,2\n2010,M13,3\n2011,M01,4\n2011,M02,5\n2011,M03,6\n2011,M04,7\n2011,M05,8\n",
    );
    expect([primary(found), found.quality.dropped.map(({ reason, count }) => [reason, count])]).toEqual([
      [1, 2, 4, 5, 6, 7, 8],
      [["bad-date", 1]],
    ]);
  });
});
