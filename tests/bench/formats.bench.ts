import { columnFromArray, float64, TimeUnit, tableFromColumns, tableFromIPC, tableToIPC, timestamp } from "@uwdata/flechette";
import { type AsyncBuffer, parquetRead } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { readSeries } from "../../workers/ingest";
import { resultOf } from "../fixtures/failure-text";
import { gzipped } from "../fixtures/make-files";
import { benchContext } from "./context";
import { type Candidate, fromEnvironment, measure, report, within } from "./measure";
import { pricePath } from "./paths";
import { atMostFloor } from "./yardstick";

/** Ten million take about two minutes: `BENCH_ROWS=10000000 npm run bench -- formats`. */
const ROWS = Number(fromEnvironment("BENCH_ROWS") || 1_000_000);
const ROUNDS = 3;
const MINUTE = 60_000;
/** A timestamp and a price. */
const ROW_BYTES = 16;
const FIRST = Date.UTC(2000, 0, 1);
const context = await benchContext();

/** Minute bars: timestamps, and closes with two decimals. */
const closes = pricePath(ROWS).map((price) => Math.round(price * 100) / 100);
const moments = Float64Array.from(closes, (_, row) => FIRST + row * MINUTE);

function csvOf(): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [encoder.encode("date,close\n")];
  for (let from = 0; from < ROWS; from += 100_000) {
    const to = Math.min(ROWS, from + 100_000);
    let text = "";
    for (let row = from; row < to; row++)
      text += `${new Date(moments[row]).toISOString().slice(0, 16).replace("T", " ")},${closes[row].toFixed(2)}\n`;
    parts.push(encoder.encode(text));
  }
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const csv = csvOf();

const parquetOf = (codec: "UNCOMPRESSED" | "SNAPPY") =>
  new Uint8Array(
    parquetWriteBuffer({
      codec,
      columnData: [
        { name: "date", data: BigInt64Array.from(moments, BigInt) as unknown as bigint[], type: "INT64" },
        { name: "close", data: closes as unknown as number[], type: "DOUBLE" },
      ],
    }),
  );

/** Reads the series, and stops the bench if rows are missing. */
async function read(blob: Blob): Promise<void> {
  const { length, times, columns, primary } = resultOf(await readSeries({ source: blob, name: "bench", origin: "file" }, context));
  const last = length - 1;
  if (length !== ROWS || times?.[last] !== moments[last] || columns[primary].values[last] !== closes[last])
    throw new Error(`${length} rows, not those that were written`);
}

const ours = (name: string, blob: Blob): Candidate => ({ name: `read-series: ${name}`, run: () => read(blob) });
const rows = ROWS.toLocaleString("en-US");

/** What hyparquet returns for the same bytes: arrays of values, without date detection, quality checks or hash. */
async function hyparquetAlone(file: AsyncBuffer): Promise<number> {
  let values = 0;
  await parquetRead({ file, compressors, onChunk: ({ columnData }) => (values += columnData.length) });
  return values;
}

for (const codec of ["UNCOMPRESSED", "SNAPPY"] as const)
  it(`${rows} rows of Parquet, ${codec}`, async ({ task }) => {
    const bytes = parquetOf(codec);
    expect(await hyparquetAlone(bytes.buffer)).toBe(2 * ROWS);
    const timings = await measure(
      [ours(`Parquet, ${codec}`, new Blob([bytes])), { name: "hyparquet alone", run: () => hyparquetAlone(bytes.buffer) }],
      ROUNDS,
    );
    const [own, alone] = timings;
    report(
      task.meta,
      `${rows} rows of Parquet, ${codec} (${(bytes.length / 1e6).toFixed(1)} MB)`,
      timings,
      { count: bytes.length, unit: "byte" },
      [
        within(`Parquet, ${codec}: times hyparquet alone`, own, alone, 0.6),
        atMostFloor(`Parquet, ${codec}, whole job, per unpacked byte`, own.millis, "copy", ROWS * ROW_BYTES, 40),
      ],
    );
  });

it(`${rows} rows of Arrow`, async ({ task }) => {
  const table = tableFromColumns({
    date: columnFromArray(Array.from(moments), timestamp(TimeUnit.MILLISECOND)),
    close: columnFromArray(closes, float64()),
  });
  const bytes = new Uint8Array(tableToIPC(table, { format: "file" }) as Uint8Array<ArrayBuffer>);
  const flechetteAlone = () => {
    const { close, date } = tableFromIPC(bytes, { useDate: false }).toColumns() as Record<string, ArrayLike<unknown>>;
    return close.length + date.length;
  };
  const timings = await measure([ours("Arrow", new Blob([bytes])), { name: "flechette alone", run: flechetteAlone }], ROUNDS);
  report(task.meta, `${rows} rows of Arrow (${(bytes.length / 1e6).toFixed(1)} MB)`, timings, { count: bytes.length, unit: "byte" }, [
    atMostFloor("Arrow, whole job, per byte", timings[0].millis, "copy", bytes.length, 40),
  ]);
});

it(`${rows} rows of CSV, and packed by gzip`, async ({ task }) => {
  const packed = await gzipped(csv);
  const unpackAlone = async () => new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const timings = await measure(
    [ours("CSV", new Blob([csv])), ours("CSV in gzip", new Blob([packed])), { name: "DecompressionStream alone", run: unpackAlone }],
    ROUNDS,
  );
  const [plain, own, alone] = timings;
  report(
    task.meta,
    `${rows} rows of CSV (${(csv.length / 1e6).toFixed(1)} MB; ${(packed.length / 1e6).toFixed(1)} MB packed, rates by what is unpacked)`,
    timings,
    { count: csv.length, unit: "byte" },
    [
      atMostFloor("CSV, whole job, per byte", plain.millis, "copy", csv.length, 60),
      within("gzip: times DecompressionStream alone", own, alone, 3),
    ],
  );
});
