import { DamagedArchive, readDirectory, readEntry, type ZipEntry, ZipWriter } from "../archive";
import { fail, type Outcome, type Series, succeed, VALUE_BYTES } from "../contract";
import { collect, RefusedFile } from "../ingest";
import type { JobContext } from "../runtime/job";
import { blockWidth, type Entry } from "../storage";
import { readColumns, writeColumns } from "./columns-file";
import { type Described, describeResult } from "./describe";
import { dataFile, type ResultDocument, readDocument } from "./document";
import { type SignatureState, type SigningKey, sign, verify } from "./signature";

/** First in the archive, so that the file is recognized by its first bytes. */
const DOCUMENT = "prospect-result.json";
const SIGNATURE = "signature.json";
export const RESULT_KIND = "prospect-result";
/** Far larger than that of any result. */
const MAX_DOCUMENT = 1 << 26;
const MAX_SIGNATURE = 1 << 14;
const PIECE = 4 << 20;
/** Size of a Parquet file beyond its numbers: names, and a header per page. */
const OVERHEAD = 1 << 20;

/** An opened result file, not yet trusted. */
export interface OpenResult {
  kind: "result" | "report";
  document: ResultDocument;
  signature: SignatureState;
  /** The datasets whose numbers it contains. */
  data: Series[];
  /** Parts of a report that do not match its data; empty for a result file. */
  altered: AlteredBlock[];
  /** Entries of a result file that are not part of its result: not covered by a signature, and not read. */
  unlisted: string[];
}

/** A changed part of a report: the value in its data, and what is shown. */
export interface AlteredBlock {
  name: string;
  written: string;
  /** Null if it is not found at all. */
  shown: string | null;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

/** A result with its data as one zip archive: the document, its signature, and a Parquet file per dataset. */
export async function writeResultFile(described: Described, key: SigningKey | null, context: JobContext): Promise<Blob> {
  const writer = new ZipWriter();
  const text = new TextEncoder().encode(await describeResult(described, null, context));
  writer.store(DOCUMENT, [text]);
  if (key) writer.store(SIGNATURE, [new TextEncoder().encode(await sign(key, RESULT_KIND, text))]);
  for (const [place, series] of described.datasets.entries()) {
    context.progress(place / described.datasets.length, `Writing ${series.name}`);
    const bytes = new Uint8Array(await (await writeColumns(series, context)).arrayBuffer());
    writer.store(dataFile(series.hash), piecesOf(bytes));
  }
  return writer.finish();
}

/** The bytes of a small entry. @throws DamagedArchive if it claims to be larger than allowed */
async function bytesOf(file: Blob, entry: ZipEntry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size > most) throw new DamagedArchive();
  const bytes = new Uint8Array(entry.size);
  let at = 0;
  for await (const piece of readEntry(file, entry)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Upper bound of the size of a Parquet file with the numbers of a dataset. */
export const mostOf = (dataset: Entry): number => OVERHEAD + 2 * dataset.length * blockWidth(dataset) * VALUE_BYTES;

async function readData(file: Blob, entries: ReadonlyMap<string, ZipEntry>, document: ResultDocument, context: JobContext) {
  const data: Series[] = [];
  for (const dataset of document.datasets) {
    const entry = entries.get(dataset.block);
    if (!entry || entry.size > mostOf(dataset)) return fail("bad-input", "results/dataDamaged", { name: dataset.name });
    try {
      const label = `Reading ${dataset.name}`;
      const table = await collect(readEntry(file, entry), entry.packed, entry.size, context, label);
      data.push(await readColumns(table, dataset, context));
    } catch (error) {
      if (error instanceof DamagedArchive || error instanceof RefusedFile)
        return fail("bad-input", "results/dataDamaged", { name: dataset.name });
      throw error;
    }
  }
  return succeed(data);
}

/**
 * Reads a whole result file: its document, the state of its signature, and its datasets, each verified against its hash. @throws
 * DamagedArchive
 */
export async function readResultFile(file: Blob, context: JobContext): Promise<Outcome<OpenResult>> {
  const entries = await readDirectory(file, true);
  const entry = entries.get(DOCUMENT);
  if (!entry) return fail("bad-input", "results/foreign");
  const bytes = await bytesOf(file, entry, MAX_DOCUMENT);
  const document = readDocument(new TextDecoder().decode(bytes));
  if (!document.ok) return document;
  const signed = entries.get(SIGNATURE);
  const text = signed ? new TextDecoder().decode(await bytesOf(file, signed, MAX_SIGNATURE)) : null;
  const signature = await verify(text, RESULT_KIND, bytes);
  const data = await readData(file, entries, document.value, context);
  if (!data.ok) return data;
  const parts = new Set([DOCUMENT, SIGNATURE, ...document.value.datasets.map(({ block }) => block)]);
  const unlisted = [...entries.values()].filter(({ name, size }) => size > 0 && !parts.has(name)).map(({ name }) => name);
  return succeed({ kind: "result", document: document.value, signature, data: data.value, altered: [], unlisted });
}
