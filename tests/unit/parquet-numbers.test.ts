import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ParquetFile } from "../../workers/ingest";

const FOLDER = new URL("../fixtures/ingest/parquet/", import.meta.url);
const ROWS = 90;
/** Files of pyarrow and DuckDB, and the cells they hold (`make.py` beside them makes both). */
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
/** Decimals, and integers of 64 bits without a sign, are read by the library. */
const BY_THE_LIBRARY = ["decimal", "uint64"];
/** Whole, a part of the first row group, and a part of two. */
const RANGES = [
  [0, ROWS],
  [0, 10],
  [35, 85],
];

const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.parquet`, FOLDER)));
const cellsOf = (name: string): Record<string, (number | null)[]> => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

const open = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  ParquetFile.open({ byteLength: length, slice: (start, end = length) => buffer.slice(byteOffset + start, byteOffset + end) });

const numberOf = (cell: unknown): number | null => (cell === null || cell === undefined || Number.isNaN(cell) ? null : Number(cell));

describe.each(Object.entries(FILES))("%s", (name, cells) => {
  it("has the numbers and moments that were written, to the bit", async () => {
    const file = await open(bytesOf(name));
    const expected = cellsOf(cells);
    expect(file.columns.map((column) => column.name)).toEqual(Object.keys(expected));
    for (const [column, all] of Object.entries(expected)) {
      for (const [start, end] of RANGES) {
        const read = await file.read(column, start, end);
        const found = Array.from(read, numberOf);
        if (column !== "decimal") expect(found, column).toEqual(all.slice(start, end));
        // A decimal is its digits times a power of ten, which is rounded.
        else for (const [row, cell] of all.slice(start, end).entries()) expect(found[row] ?? 0).toBeCloseTo(cell ?? 0, 9);
        expect(read instanceof Float64Array, column).toBe(!BY_THE_LIBRARY.includes(column));
      }
    }
  });

  it("with a flipped bit is read, with as many rows, or refused", async () => {
    const bytes = bytesOf(name);
    let read = 0;
    let refused = 0;
    for (let at = 4; at < bytes.length; at += 61) {
      bytes[at] ^= 1 << (at % 8);
      try {
        const file = await open(bytes);
        for (const { name: column } of file.columns) {
          const cells = await file.read(column, 0, ROWS);
          expect(cells.length).toBe(ROWS);
          read++;
        }
      } catch (error) {
        if ((error as Error).name === "AssertionError") throw error;
        refused++;
      }
      bytes[at] ^= 1 << (at % 8);
    }
    expect(read).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});

it("pages that hold fewer rows than the footer says are refused", async () => {
  const bytes = bytesOf("required");
  const lying = await open(bytes);
  (lying.groups as number[])[0] = 1_000_000_000;
  await expect(lying.read("double", 0, 1_000_000_000)).rejects.toThrow();
});
