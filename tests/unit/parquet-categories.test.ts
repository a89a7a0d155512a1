import { describe, expect, it } from "vitest";
import type { ParquetFile } from "../../workers/ingest";
import { flipBits, openBytes, parquetBytes, parquetCells } from "../fixtures/parquet";

/** Files from pyarrow and DuckDB, with and without a dictionary, and their cells (`make.py` beside them generates both). */
const FILES = {
  symbols: "symbols",
  "symbols-missing": "symbols-missing",
  "symbols-plain": "symbols-missing",
  "symbols-duckdb": "symbols-missing",
};

/** The strings of a column by its categories, row group by row group. */
async function textsIn(file: ParquetFile, column: string): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (const group of file.groups.keys()) {
    const { names, codes } = await file.categories(group, column);
    for (const code of codes) texts.push(code < 0 ? null : names[code]);
  }
  return texts;
}

describe.each(Object.entries(FILES))("%s", (name, cells) => {
  it("has the strings as written, each category once", async () => {
    const file = await openBytes(parquetBytes(name));
    for (const [column, all] of Object.entries(parquetCells<string>(cells))) {
      expect(await textsIn(file, column), column).toEqual(all);
      for (const group of file.groups.keys()) {
        const { names } = await file.categories(group, column);
        expect(new Set(names).size, column).toBe(names.length);
      }
    }
  });

  it("with a flipped bit refers to no missing category, or is refused", async () => {
    await flipBits(parquetBytes(name), 7, async (file, column) => {
      const texts = await textsIn(file, column);
      expect(texts.every((text) => text === null || typeof text === "string")).toBe(true);
    });
  });
});

it("a row group that claims more rows than its pages contain is refused", async () => {
  const lying = await openBytes(parquetBytes("symbols"));
  (lying.groups as number[])[0] = 1_000_000_000;
  await expect(lying.categories(0, "runs")).rejects.toThrow();
});
