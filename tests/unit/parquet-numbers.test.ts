import { describe, expect, it } from "vitest";
import { ALL } from "../fixtures/in-all";
import { flipBits, openBytes, parquetBytes, parquetCells } from "../fixtures/parquet";

const ROWS = 90;
/** Files from pyarrow and DuckDB, and their cells (`make.py` beside them generates both). */
const FILES = {
  "pages-1-dictionary": "pages-1-dictionary",
  "pages-1-missing": "pages-1-missing",
  "pages-2-missing": "pages-2-missing",
  "pages-2-plain": "pages-2-plain",
  required: "required",
  "encodings-1": "encodings-1",
  "encodings-2": "encodings-2",
  "duckdb-1": "pages-1-missing",
  "duckdb-2": "pages-1-missing",
};
/** Decimals and unsigned 64-bit integers are read by the library. */
const BY_THE_LIBRARY = ["decimal", "uint64"];
/** All rows, part of the first row group, and parts of two. */
const RANGES = [
  [0, ROWS],
  [0, 10],
  [35, 85],
];

const numberOf = (cell: unknown): number | null => (cell === null || cell === undefined || Number.isNaN(cell) ? null : Number(cell));

describe.each(Object.entries(FILES))("%s", (name, cells) => {
  it("has the numbers and timestamps as written, to the bit", async () => {
    const file = await openBytes(parquetBytes(name));
    const expected = parquetCells<number>(cells);
    expect(file.columns.map((column) => column.name)).toEqual(Object.keys(expected));
    for (const [column, all] of Object.entries(expected)) {
      for (const [start, end] of RANGES) {
        const read = await file.read(column, start, end);
        const found = Array.from(read, numberOf);
        if (column !== "decimal") expect(found, column).toEqual(all.slice(start, end));
        // A decimal is its digits times a power of ten, with rounding.
        else for (const [row, cell] of all.slice(start, end).entries()) expect(found[row] ?? 0).toBeCloseTo(cell ?? 0, 9);
        expect(read instanceof Float64Array, column).toBe(!BY_THE_LIBRARY.includes(column));
      }
    }
  });

  it("has the same when its row groups are read in sequence into the same buffer", async () => {
    const file = await openBytes(parquetBytes(name));
    const names = file.columns.map((column) => column.name);
    const whole = file.inWindows(new Set(names));
    for (const column of names) {
      const found: (number | null)[] = [];
      for (const group of file.groups.keys()) found.push(...Array.from(await whole.allOfGroup(group, column), numberOf));
      expect(found, column).toEqual(Array.from(await file.read(column, 0, ROWS), numberOf));
    }
  });

  it("with a flipped bit is read with the same number of rows, or refused", async () => {
    await flipBits(parquetBytes(name), ALL ? 61 : 183, async (file, column) => {
      const cells = await file.read(column, 0, ROWS);
      expect(cells.length).toBe(ROWS);
    });
  });
});

it("pages with fewer rows than the footer states are refused", async () => {
  const lying = await openBytes(parquetBytes("required"));
  (lying.groups as number[])[0] = 1_000_000_000;
  await expect(lying.read("double", 0, 1_000_000_000)).rejects.toThrow();
});

it("a page whose header counts other nulls than its levels is refused", async () => {
  const bytes = parquetBytes("pages-2-missing");
  // 40 values, 6 nulls, 40 rows, each as a field of the header with its number doubled.
  const header = [0x15, 80, 0x15, 12, 0x15, 80];
  const at = bytes.findIndex((_, place) => header.every((byte, next) => bytes[place + next] === byte));
  expect((await (await openBytes(bytes)).read("double", 0, ROWS)).length).toBe(ROWS);
  for (const nulls of [0, 10, 14, 80]) {
    const lying = await openBytes(bytes.with(at + 3, nulls) as Uint8Array<ArrayBuffer>);
    await expect(lying.read("double", 0, ROWS)).rejects.toThrow("nulls, unlike its levels");
  }
});
