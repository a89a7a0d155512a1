import { bytesOf, DamagedArchive } from "../archive";
import { type Series, VALUE_BYTES } from "../contract";
import { checkSize, ParquetFile, RefusedFile } from "../ingest";
import { type ExportColumn, writeTable } from "../report";
import type { JobContext } from "../runtime/job";
import { isShortage } from "../runtime/wasm/is-shortage";
import { matchesHash } from "../series";
import { blockWidth, type Entry, seriesOf } from "../storage";
import { withOwnPreview } from "./shared-series";

const TIMES = "Date";

/** The numbers of a series as Parquet: its dates, then its columns. */
export async function writeColumns({ times, columns }: Series, context: JobContext): Promise<Blob> {
  const dates: ExportColumn[] = times ? [{ name: TIMES, values: times, kind: isWhole(times) ? "time" : "number" }] : [];
  const outcome = await writeTable({ columns: [...dates, ...columns], format: "parquet" }, context);
  if (!outcome.ok) throw new Error("a series is no table");
  return outcome.value;
}

/** Integer milliseconds are timestamps in other programs; other dates are stored as plain numbers. */
const isWhole = (times: Float64Array): boolean => times.every(Number.isSafeInteger);

const numberOf = (cell: unknown): number => (cell === null || cell === undefined ? Number.NaN : Number(cell));

/** The series of a Parquet file of `writeColumns`. @throws DamagedArchive if it does not contain the numbers that its entry describes */
export async function readColumns(file: Blob, entry: Entry, context: JobContext): Promise<Series> {
  const width = blockWidth(entry);
  const numbers = await columnsOf(file, entry, width, context).catch((error) => {
    if (error instanceof DamagedArchive || error instanceof RefusedFile || isShortage(error)) throw error;
    // For bytes that are not Parquet the library throws an error of its own, or a native one.
    context.checkpoint();
    throw new DamagedArchive();
  });
  if ((await matchesHash(numbers, entry.hash, context)) === false) throw new DamagedArchive();
  return withOwnPreview(seriesOf(entry, numbers));
}

async function columnsOf(file: Blob, entry: Entry, width: number, context: JobContext): Promise<Float64Array[]> {
  const slice = (start: number, end = file.size) => bytesOf(file.slice(start, end));
  const table = await ParquetFile.open({ byteLength: file.size, slice }, context);
  const { groups, columns } = table;
  const rows = groups.reduce((sum, group) => sum + group, 0);
  if (rows !== entry.length || columns.length !== width) throw new DamagedArchive();
  // Both the entry's and the footer's claims must be within the expansion limit of such a file.
  checkSize(rows * width * VALUE_BYTES, file.size);
  checkSize(table.sizeOf(new Set(columns.map(({ name }) => name))), file.size);
  const numbers: Float64Array[] = [];
  for (const { name } of columns) {
    const out = context.column(rows);
    let start = 0;
    for (const group of groups) {
      context.checkpoint();
      context.progress(numbers.length / width, `Reading ${entry.name}`);
      const cells = await table.read(name, start, start + group);
      if (cells instanceof Float64Array) out.set(cells, start);
      else for (let row = 0; row < group; row++) out[start + row] = numberOf(cells[row]);
      start += group;
    }
    numbers.push(out);
  }
  return numbers;
}
