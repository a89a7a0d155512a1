import { readFileSync } from "node:fs";
import { columnFromArray, float64, int64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { expect, it } from "vitest";
import { pageReader } from "../../workers/batch/given";
import { listSources } from "../../workers/batch/jobs/list-sources";
import { nearestDecimal } from "../../workers/ingest/formats/integers";
import { workbookOf } from "../fixtures/make-files";
import { testContext } from "../kernels/context";
import { days, primary, series } from "./ingest";

it("a decimal number is the double next to it, whatever a library made of it", () => {
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
  const listed = await listSources(given, context);
  if (!listed.ok) throw new Error("not listed");
  const one = await pageReader(given).series(listed.value[0].source, context);
  if (!one.ok) throw new Error("not read");
  expect([...one.value.columns[0].values]).toEqual(CLOSE);
  expect(one.value.hash).toBe(read.hash);
});

it("a sheet that Excel hides comes after those it shows", async () => {
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

it("whole numbers of 64 bits that no double holds to the unit are the doubles next to them: moments in nanoseconds, say", async () => {
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
