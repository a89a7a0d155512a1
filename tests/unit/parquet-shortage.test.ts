import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it, vi } from "vitest";
import { parquetSources, readParquet } from "../../workers/batch";
import { openGiven } from "../../workers/batch/given";
import type { ParquetSource } from "../../workers/batch/source";
import { readSeries } from "../../workers/ingest";
import { OutOfMemory } from "../../workers/runtime/wasm/arena";
import { ModuleNotLoaded } from "../../workers/runtime/wasm/module-not-loaded";
import { testContext } from "../kernels/context";

const ROWS = Array.from({ length: 60 }, (_, row) => row);
/** A long table with dictionary-encoded symbols. */
const fileNamed = (name: string) => {
  const symbols = { name: "Symbol", data: ROWS.map((row) => (row < 30 ? "A" : "B")), type: "STRING" as const };
  const closes = { name: "Close", data: ROWS.map((row) => 100 + (row % 7)), type: "DOUBLE" as const };
  return new File([parquetWriteBuffer({ columnData: [symbols, closes], codec: "SNAPPY" })], name);
};

it("running out of memory is not reported as a damaged Parquet file", async () => {
  const context = await testContext();
  const file = fileNamed("full.parquet");
  const opening = openGiven(file, context);
  const [source] = await parquetSources(opening, file.name, null);
  const take = vi.spyOn(context.arena, "takeBytes").mockImplementation((bytes) => {
    throw new OutOfMemory(bytes);
  });
  await expect(readSeries({ source: file, name: "full", origin: "file" }, context)).rejects.toThrow(OutOfMemory);
  await expect(parquetSources(opening, file.name, null)).rejects.toThrow(OutOfMemory);
  await expect(readParquet(opening, source, context)).rejects.toThrow(OutOfMemory);
  take.mockRestore();
  expect((await readSeries({ source: file, name: "full", origin: "file", options: { symbol: "A" } }, context)).ok).toBe(true);
});

it("kernels that did not load are not reported as a damaged Parquet file, which the next request reopens", async () => {
  const context = await testContext();
  const file = fileNamed("offline.parquet");
  const offline = { ...context, load: () => Promise.reject(new ModuleNotLoaded("pages", null)) };
  const source: ParquetSource = { kind: "parquet", from: file.name, name: "A", columns: ["Close"], times: null, spans: null };
  await expect(parquetSources(openGiven(file, offline), file.name, null)).rejects.toThrow(ModuleNotLoaded);
  await expect(readParquet(openGiven(file, offline), source, offline)).rejects.toThrow(ModuleNotLoaded);
  expect((await parquetSources(openGiven(file, context), file.name, null)).map(({ name }) => name)).toEqual(["A", "B"]);
});
