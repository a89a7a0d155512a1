import { describe, expect, it } from "vitest";
import type { Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { workbookOf } from "../../fixtures/make-files";
import { testContext } from "../context";

const context = testContext();
const sheetOf = (rows: readonly string[], more = "") =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells}</row>`).join("")}</sheetData>${more}</worksheet>`;
const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
const day = (row: number) => `<c r="A${row}" s="1"><v>${45_292 + row}</v></c>`;
const HEAD = text("A1", "Date") + text("B1", "Close");

async function outcome(rows: readonly string[], more = "", entries: (book: string) => string = (book) => book) {
  return opened(await workbookOf({ Prices: sheetOf(rows, more) }, entries));
}

const opened = async (bytes: Awaited<ReturnType<typeof workbookOf>>) =>
  readSeries({ source: new Blob([bytes]), name: "file", origin: "file" }, await context);

async function read(...given: Parameters<typeof outcome>): Promise<Series> {
  return resultOf(await outcome(...given));
}

const analyzed = ({ columns, primary }: Series) => [...columns[primary].values];
const times = (series: Series) => Array.from(series.times ?? [], (time) => new Date(time).toISOString());

describe("cells of a workbook", () => {
  it("a formula counts by its cached result, shared formulas too; one without is dropped and named", async () => {
    const series = await read([
      HEAD,
      `${day(2)}<c r="B2"><f t="shared" ref="B2:B3" si="0">C2*2</f><v>101.5</v></c>`,
      `${day(3)}<c r="B3"><f t="shared" si="0"/><v>102.25</v></c>`,
      `${day(4)}<c r="B4"><f>B3*1.01</f></c>`,
      `${day(5)}<c r="B5"><f>B4*1.01</f><v></v></c>`,
      `${day(6)}<c r="B6"><f>B5&lt;2</f><v/></c>`,
      `${day(7)}<c r="B7"><f t="shared" si="0"/></c>`,
      ...[8, 9, 10].map((row) => `${day(row)}<c r="B${row}"><v>${96 + row}</v></c>`),
    ]);
    expect(analyzed(series)).toEqual([101.5, 102.25, 104, 105, 106]);
    expect(series.quality.dropped).toEqual([
      {
        reason: "not-a-number",
        count: 4,
        examples: [
          { row: 4, value: "=B3*1.01" },
          { row: 5, value: "=B4*1.01" },
          { row: 6, value: "=B5<2" },
          { row: 7, value: "=(no stored result)" },
        ],
      },
    ]);
  });

  it("a column of formulas without results is refused, because another would be analyzed in its place", async () => {
    const rows = [2, 3, 4, 5].map((row) => `${day(row)}<c r="B${row}"><f>D${row}*2</f><v></v></c><c r="C${row}"><v>${1000 + row}</v></c>`);
    const found = await outcome([HEAD + text("C1", "Volume"), ...rows]);
    expect(found.ok ? null : failureText(found.failure)).toBe(
      "Column 2 has 4 formulas without a stored result: open and save the file in a spreadsheet program first",
    );
  });

  it("a formula whose result is an empty text is an empty cell", async () => {
    const series = await read([
      HEAD,
      ...[2, 3, 4].map((row) => `${day(row)}<c r="B${row}"><v>${100 + row}</v></c>`),
      `${day(5)}<c r="B5" t="str"><f>IF(C5="","",C5)</f><v></v></c>`,
    ]);
    expect(series.quality.dropped).toEqual([{ reason: "missing-value", count: 1, examples: [{ row: 5, value: "" }] }]);
  });

  it("errors are named as they appear in the sheet", async () => {
    const series = await read([
      HEAD,
      ...[2, 3, 4].map((row) => `${day(row)}<c r="B${row}"><v>${100 + row}</v></c>`),
      `${day(5)}<c r="B5" t="e"><f>1/0</f><v>#DIV/0!</v></c>`,
      `${day(6)}<c r="B6" t="e"><v>#N/A</v></c>`,
    ]);
    expect(analyzed(series)).toEqual([102, 103, 104]);
    expect(series.quality.dropped.map(({ examples }) => examples[0])).toEqual(
      expect.arrayContaining([
        { row: 5, value: "#DIV/0!" },
        { row: 6, value: "#N/A" },
      ]),
    );
  });

  it("date-times are exact, not a millisecond early", async () => {
    const minutes = Array.from({ length: 390 }, (_, minute) => 570 + minute);
    const series = await read([
      HEAD,
      ...minutes.map((minute, i) => `<c r="A${i + 2}" s="2"><v>${45_293 + minute / 1440}</v></c><c r="B${i + 2}"><v>${100 + i}</v></c>`),
    ]);
    expect([...(series.times ?? [])]).toEqual(minutes.map((minute) => Date.UTC(2024, 0, 2) + minute * 60_000));
  });

  it("dates as ISO text are the same in every time zone", async () => {
    const iso = ["2024-03-29", "2024-03-30T00:00:00", "2024-03-31T00:00:00.000"];
    const series = await read([
      HEAD,
      ...iso.map((date, i) => `<c r="A${i + 2}" s="1" t="d"><v>${date}</v></c><c r="B${i + 2}"><v>${100 + i}</v></c>`),
    ]);
    expect(times(series)).toEqual(["2024-03-29", "2024-03-30", "2024-03-31"].map((date) => `${date}T00:00:00.000Z`));
  });

  it("dates in the 1904 system are shifted, and times of day stay times of day", async () => {
    const rows = [
      text("A1", "Date") + text("B1", "Time") + text("C1", "Close"),
      ...[0, 1, 2].map(
        (i) => `<c r="A${i + 2}" s="1"><v>${43_830 + i}</v></c><c r="B${i + 2}" s="3"><v>0.5</v></c><c r="C${i + 2}"><v>${100 + i}</v></c>`,
      ),
    ];
    for (const yes of ["1", "true"]) {
      const in1904 = (book: string) => book.replace("<sheets>", `<workbookPr date1904="${yes}"/><sheets>`);
      expect(times(await read(rows, "", in1904))).toEqual(
        ["2024-01-01", "2024-01-02", "2024-01-03"].map((date) => `${date}T12:00:00.000Z`),
      );
    }
  });

  it("merged cells hold their value once, and the claimed extent of a sheet takes no memory", async () => {
    const series = await read(
      [
        text("A1", "Prices of X"),
        text("A2", "Date") + text("B2", "Close"),
        `<c r="A3" s="1"><v>45295</v></c><c r="B3"><v>100</v></c>`,
        `<c r="B4"><v>101</v></c>`,
        ...[5, 6, 7].map((row) => `${day(row)}<c r="B${row}"><v>${100 + row}</v></c>`),
      ],
      '<mergeCells count="2"><mergeCell ref="A1:XFD1"/><mergeCell ref="A3:A4"/></mergeCells>',
    );
    expect(analyzed(series)).toEqual([100, 105, 106, 107]);
    expect(series.quality.dropped).toEqual([expect.objectContaining({ count: 1, examples: [{ row: 4, value: "" }] })]);
  });

  it("a sheet of charts beside a sheet of prices is passed over", async () => {
    const charts = (book: string) => book.replace("<sheets>", '<sheets><sheet name="Chart1" sheetId="9" r:id="rId99"/>');
    const series = await read([HEAD, ...[2, 3, 4].map((row) => `${day(row)}<c r="B${row}"><v>${100 + row}</v></c>`)], "", charts);
    expect(analyzed(series)).toEqual([102, 103, 104]);
  });

  it("cells without an address follow the one before, with rows that are numbered and not", async () => {
    const row = (i: number, number: string) =>
      `<row${number}><c s="1"><v>${45_293 + i}</v></c><c r="AB${i + 2}"/><c><v>${100 + i}</v></c></row>`;
    const rows = [0, 1, 2].map((i) => row(i, i === 1 ? ` r="${i + 2}" spans="1:29"` : ""));
    const words = (cells: readonly string[]) => cells.map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`).join("");
    const sheet = `<worksheet><sheetData><row>${words(["Date"])}<c r="AC1" t="inlineStr"><is><t>Close</t></is></c></row>${rows.join("")}</sheetData></worksheet>`;
    const series = resultOf(await opened(await workbookOf({ Prices: sheet })));
    expect([times(series).map((time) => time.slice(0, 10)), analyzed(series)]).toEqual([
      ["2024-01-02", "2024-01-03", "2024-01-04"],
      [100, 101, 102],
    ]);
  });
});
