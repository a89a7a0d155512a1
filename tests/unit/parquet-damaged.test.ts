import { Worker } from "node:worker_threads";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";

const ROWS = 60;
const rows = <T>(value: (row: number) => T): T[] => Array.from({ length: ROWS }, (_, row) => value(row));
const written = (columnData: Parameters<typeof parquetWriteBuffer>[0]["columnData"], codec: "UNCOMPRESSED" | "SNAPPY") =>
  new Uint8Array(parquetWriteBuffer({ columnData, codec }));

/** Pages of every encoding the reader decodes: plain, dictionary, definition levels, delta and byte-stream split. */
const FILES: Record<string, Uint8Array> = {
  texts: written(
    [
      { name: "symbol", data: rows(() => "A"), type: "STRING" },
      { name: "note", data: rows((row) => (row % 3 === 0 ? null : `n${row % 5}`)), type: "STRING" },
    ],
    "UNCOMPRESSED",
  ),
  numbers: written(
    [
      { name: "value", data: rows((row) => (row % 7 === 0 ? null : row / 4)), type: "DOUBLE" },
      { name: "count", data: rows((row) => row * row), type: "INT32", encoding: "DELTA_BINARY_PACKED" },
      { name: "moment", data: rows((row) => BigInt(row) ** 3n), type: "INT64", encoding: "DELTA_BINARY_PACKED" },
    ],
    "UNCOMPRESSED",
  ),
  "packed values": written(
    [
      { name: "value", data: rows((row) => 100 + Math.sin(row)), type: "DOUBLE", encoding: "BYTE_STREAM_SPLIT" },
      { name: "flag", data: rows((row) => row % 2 === 0), type: "BOOLEAN" },
      { name: "key", data: rows((row) => `key ${row}`), type: "STRING", encoding: "DELTA_LENGTH_BYTE_ARRAY" },
    ],
    "SNAPPY",
  ),
};

interface Trial {
  name: string;
  at?: number;
  bit?: number;
  held?: number;
  tried?: number;
  whole?: boolean;
}

/** Maximum time per flipped bit: a one-kilobyte file is read in less than a millisecond. */
const PATIENCE = 20_000;

it("a Parquet file with any bit flipped is read or refused, without hanging", async () => {
  const thread = new Worker(new URL("../fixtures/parquet-reader.mjs", import.meta.url), { workerData: FILES });
  const ended: Trial[] = [];
  const held = await new Promise<Trial | null>((resolve, reject) => {
    let last: Trial | null = null;
    const wait = () => setTimeout(() => resolve(last), PATIENCE);
    let patience = wait();
    thread.on("message", (trial: Trial) => {
      last = trial;
      clearTimeout(patience);
      patience = wait();
      if (trial.tried !== undefined) ended.push(trial);
    });
    thread.on("error", reject);
    thread.on("exit", () => resolve(null));
  });
  await thread.terminate();
  expect(held, "the byte and bit that hold the reader").toBeNull();
  expect(ended.map(({ name, whole }) => ({ name, whole }))).toEqual(Object.keys(FILES).map((name) => ({ name, whole: true })));
  // Flipped bits of values and strings change what is read; those of headers and footers are refused.
  for (const { name, held: read = 0, tried = 0 } of ended) expect(read, name).toBeLessThan(tried);
});
