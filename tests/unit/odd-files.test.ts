import { readFileSync } from "node:fs";
import { columnFromArray, float64, int64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { pageReader } from "../../workers/batch/given";
import { listSources } from "../../workers/batch/jobs/list-sources";
import { nearestDecimal } from "../../workers/ingest/formats/integers";
import { failureText, resultOf } from "../fixtures/failure-text";
import { workbook, workbookOf } from "../fixtures/make-files";
import { testContext } from "../kernels/context";
import { days, primary, read, series } from "./ingest";

it("a decimal number is the nearest double, however a library decodes it", () => {
  const odd: number[] = [];
  for (let whole = -200_000; whole <= 200_000; whole += 7)
    for (const decimals of [1, 2, 4, 9, 18])
      if (nearestDecimal(whole * 10 ** -decimals, decimals) !== whole / 10 ** decimals) odd.push(whole);
  expect(odd).toEqual([]);
  expect(1_000_000 * 10 ** -4).toBe(99.99999999999999);
  expect(nearestDecimal(99.99999999999999, 4)).toBe(100);
  // Beyond what a double holds to the unit it stays as it came.
  expect(nearestDecimal(1e300, 10)).toBe(1e300);
  expect(nearestDecimal(Number.NaN, 4)).toBeNaN();
});

const CLOSE = Array.from({ length: 30 }, (_, row) => 100 + row / 2);
const DAYS = CLOSE.map((_, row) => new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10));

it.each(["rare-empty-groups", "rare-decimal", "rare-half"])("%s is read as pyarrow reads it, in a field and in a batch", async (name) => {
  const file = new File([readFileSync(`tests/fixtures/ingest/parquet/${name}.parquet`)], `${name}.parquet`);
  const read = await series(file);
  expect([primary(read), days(read)]).toEqual([CLOSE, DAYS]);
  const context = await testContext();
  const given = { table: null, files: { [file.name]: file } };
  const [{ source }] = resultOf(await listSources(given, context));
  const one = resultOf(await pageReader(given).series(source, context));
  expect([...one.columns[0].values]).toEqual(CLOSE);
  expect(one.hash).toBe(read.hash);
});

it("a hidden Excel sheet comes after visible ones", async () => {
  const sheet = (first: number) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${Array.from(
      { length: 20 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${first + row}</v></c></row>`,
    ).join("")}</sheetData></worksheet>`;
  // A name ends where its quotes do: what follows is another attribute.
  const book = { 'Old &amp; secret" state="hidden': sheet(1), 'Gone" state="veryHidden': sheet(2), Shown: sheet(100) };
  const read = await series(new Blob([await workbookOf(book)]));
  expect(primary(read)[0]).toBe(100);
  expect(read.quality.opened?.choices[0].names).toEqual(["Shown", "Old & secret", "Gone"]);
});

it("64-bit integers that no double represents exactly become the nearest double, such as times in nanoseconds", async () => {
  const nanos = CLOSE.map((_, row) => BigInt(Date.UTC(2024, 0, 1 + row)) * 1_000_000n);
  const sizes = CLOSE.map((_, row) => (row === 3 ? null : 2n ** 60n + BigInt(row) * 1024n));
  const columns = {
    time: columnFromArray(nanos, int64()),
    close: columnFromArray(CLOSE, float64()),
    size: columnFromArray(sizes, int64()),
  };
  const bytes = tableToIPC(tableFromColumns(columns), { format: "file" });
  const read = await series(new Blob([Uint8Array.from(bytes ?? [])]));
  expect([primary(read), days(read)]).toEqual([CLOSE, DAYS]);
  expect([...read.columns[1].values]).toEqual(sizes.map((size) => (size === null ? Number.NaN : Number(size))));
});

const refusal = async (content: BlobPart) => {
  const outcome = await read(new Blob([content]));
  return outcome.ok ? "read" : failureText(outcome.failure);
};

it("run-end-encoded Arrow columns are read as pyarrow wrote them; runs that end early are damage", async () => {
  const bytes = Uint8Array.from(readFileSync("tests/fixtures/ingest/runs.arrow"));
  const read = await series(new Blob([bytes]));
  const close = [...Array(5).fill(1.5), ...Array(4).fill(2.5), 3.5, 3.5];
  expect(primary(read)).toEqual(close);
  expect(days(read)?.slice(-3)).toEqual(["2024-01-09", "2024-01-11", "2024-01-12"]);
  const ends = bytes.findIndex((_, at) => [5, 0, 0, 0, 9, 0, 0, 0, 10, 0, 0, 0, 12].every((byte, next) => bytes[at + next] === byte));
  bytes[ends + 12] = 11;
  expect(await refusal(bytes)).toContain("The Arrow file is damaged");
});

it("a file without a series is refused by its kind", async () => {
  const empty = tableFromColumns({ close: columnFromArray([] as number[], float64()) });
  const utf32 = Uint8Array.from([..."Date,Close\n2024-01-01,1\n"].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0]));
  const utf32be = Uint8Array.from([0, 0, 0xfe, 0xff, ...utf32.slice().reverse()]);
  const begins = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
  const files: Record<string, BlobPart> = {
    "The Arrow file has no rows": Uint8Array.from(tableToIPC(empty, { format: "file" }) ?? []),
    "The Parquet file has no rows": parquetWriteBuffer({ columnData: [{ name: "close", data: [], type: "DOUBLE" }] }),
    "The Parquet file has no column of numbers": parquetWriteBuffer({ columnData: [{ name: "a", data: ["x", "y"], type: "STRING" }] }),
    "The HTML page has no column of numbers": "<!doctype html><p>Nothing here</p>",
    "The Excel sheet has no column of numbers": await workbook({
      A: [
        ["Date", "Close"],
        ["none", "none"],
      ],
    }),
    "Please upload a CSV file: this is text in UTF-32; save it in UTF-8": utf32,
    "Please upload a CSV file: this is a 7-Zip archive; unpack it first": begins("7z\xbc\xaf\x27\x1c\0\x04"),
    "Please upload a CSV file: this is an SQLite database; export its table": begins("SQLite format 3\0\x10\0"),
    "Please upload a CSV file: this is a Python pickle; save its table as CSV or Parquet": begins(
      "\x80\x05\x95\x95\x10\0\0\0\0\0\0\0\x8c\x06pandas",
    ),
    "Please upload a CSV file: this is a Stata file; save it as CSV": begins("\x72\x02\x01\0\x07\0<\0\0\0"),
    "Please upload a CSV file: this is a file of R data; save its table as CSV or Parquet": begins("X\n\0\0\0\x03\0\x04\x02\x02"),
    "Please upload a CSV file: this is a PDF document": "%PDF-1.7 1 0 obj",
    "Please upload a CSV file": begins("\x01\0\x02\xff\xfe"),
    "Invalid CSV format": "<DATE>,<CLOSE>\nnone,none\n",
  };
  for (const [words, file] of Object.entries(files)) expect(await refusal(file)).toBe(words);
  expect(await refusal(utf32be)).toContain("UTF-32");
});

it("days before March 1900 are those shown by Excel", async () => {
  const row = (day: number, at: number) =>
    `<row r="${at + 1}"><c r="A${at + 1}" s="1"><v>${day}</v></c><c r="B${at + 1}"><v>${100 + at}</v></c></row>`;
  const rows = [1, 31, 59, 61, 62].map(row).join("");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const book = await workbookOf({ A: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>` });
  expect(days(await series(new Blob([book])))).toEqual(["1900-01-01", "1900-01-31", "1900-02-28", "1900-03-01", "1900-03-02"]);
});
