import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ParquetFile } from "../../workers/ingest";

const FOLDER = new URL("../fixtures/ingest/parquet/", import.meta.url);
/** Files of pyarrow and DuckDB, with a dictionary and without, and the cells they hold (`make.py` beside them makes both). */
const FILES = {
  symbols: "symbols",
  "symbols-missing": "symbols-missing",
  "symbols-plain": "symbols-missing",
  "symbols-duckdb": "symbols-missing",
};

const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`${name}.parquet`, FOLDER)));
const cellsOf = (name: string): Record<string, (string | null)[]> => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

const open = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  ParquetFile.open({ byteLength: length, slice: (start, end = length) => buffer.slice(byteOffset + start, byteOffset + end) });

/** The texts of a column by its categories, row group after row group. */
async function textsIn(file: ParquetFile, column: string): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (const group of file.groups.keys()) {
    const { names, codes } = await file.categories(group, column);
    for (const code of codes) texts.push(code < 0 ? null : names[code]);
  }
  return texts;
}

describe.each(Object.entries(FILES))("%s", (name, cells) => {
  it("has the texts that were written, each name once", async () => {
    const file = await open(bytesOf(name));
    for (const [column, all] of Object.entries(cellsOf(cells))) {
      expect(await textsIn(file, column), column).toEqual(all);
      for (const group of file.groups.keys()) {
        const { names } = await file.categories(group, column);
        expect(new Set(names).size, column).toBe(names.length);
      }
    }
  });

  it("with a flipped bit names no text that is not there, or is refused", async () => {
    const bytes = bytesOf(name);
    let [read, refused] = [0, 0];
    for (let at = 4; at < bytes.length; at += 7) {
      bytes[at] ^= 1 << (at % 8);
      try {
        const file = await open(bytes);
        for (const { name: column } of file.columns) {
          const texts = await textsIn(file, column);
          expect(texts.every((text) => text === null || typeof text === "string")).toBe(true);
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

it("a row group that claims more rows than its pages hold is refused", async () => {
  const lying = await open(bytesOf("symbols"));
  (lying.groups as number[])[0] = 1_000_000_000;
  await expect(lying.categories(0, "runs")).rejects.toThrow();
});
