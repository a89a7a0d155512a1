import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import { hashColumns } from "../../workers/series/hash";
import { resultOf } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";

/** Full blocks of half a million rows, which are hashed while the rest is read, and a partial one. */
const ROWS = 1_100_000;
const START = Date.UTC(2000, 0, 1);
const minutes = Float64Array.from({ length: ROWS }, (_, row) => START + row * 60_000);
const prices = Float64Array.from({ length: ROWS }, (_, row) => 100 + Math.round(1000 * Math.sin(row)) / 100);

/** Dates and prices, and the options for reading them. */
const TABLES = {
  "in order": { times: minutes, values: prices },
  "in reverse": { times: minutes.toReversed(), values: prices },
  "with a date twice, of which the last row is kept": { times: minutes.with(5, minutes[6]), values: prices, repeated: "last" },
  "with a value missing": { times: minutes, values: prices.with(700_000, Number.NaN) },
} as const;

it.each(Object.entries(TABLES))("the hash is that of the series' numbers: rows %s", async (_, { times, values, ...options }) => {
  const columnData = [
    { name: "date", data: BigInt64Array.from(times, BigInt) as unknown as bigint[], type: "INT64" as const },
    { name: "close", data: values as unknown as number[], type: "DOUBLE" as const },
  ];
  const source = new Blob([parquetWriteBuffer({ columnData, codec: "UNCOMPRESSED" })]);
  const context = await testContext();
  const {
    hash,
    times: dates,
    columns,
    length,
  } = resultOf(await readSeries({ source, name: "large.parquet", origin: "file", options }, context));
  expect(length).toBe("repeated" in options || values !== prices ? ROWS - 1 : ROWS);
  expect(hash).toBe(await hashColumns([dates as Float64Array, ...columns.map((column) => column.values)], context));
});
