import { crc32, DamagedArchive } from "../archive";
import type { Series } from "../contract";
import { RefusedFile } from "../ingest";
import { datasetBegin, type Evidence, TEMPLATE_END } from "../report";
import type { JobContext } from "../runtime/job";
import { readColumns, writeColumns } from "./columns-file";
import { dataFile, type ResultDocument } from "./document";
import { mostOf } from "./result-file";
import { fromBase64 } from "./signature";

/** Size limit of the datasets in a report, so that it can be mailed: some 300,000 prices with their dates. */
const MAX_HELD = 4 << 20;
/** Bytes encoded at a time: a multiple of three. */
const PIECE = 24_576;

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
  return text;
}

/** The datasets of a run for a report: those that fit, compressed, and the names of the others. */
export async function heldDatasets(datasets: readonly Series[], context: JobContext): Promise<Pick<Evidence, "data" | "left">> {
  const data: Evidence["data"][number][] = [];
  const left: string[] = [];
  let held = 0;
  for (const series of datasets) {
    // Numbers do not compress to an eighth of their size: a longer series is not even tried.
    const tried = series.length * series.columns.length <= MAX_HELD;
    const packed = tried ? new Uint8Array(await (await writeColumns(series, context)).arrayBuffer()) : null;
    if (packed === null || held + packed.length > MAX_HELD) left.push(series.name);
    else {
      held += packed.length;
      data.push({ file: dataFile(series.hash), crc: crc32(packed), base64: base64Of(packed) });
    }
  }
  return { data, left };
}

/** Position of a dataset in a report: its bytes as text, and their CRC-32; null if it is missing. */
function placeOf(html: string, file: string): { text: string; crc: number } | null {
  const [begin, end] = datasetBegin(file, 0).split('"0"');
  const from = html.lastIndexOf(`${begin}"`);
  if (from < 0) return null;
  const digits = html.slice(from + begin.length + 1, from + begin.length + 12).split('"', 1)[0];
  const start = from + begin.length + digits.length + 2 + end.length;
  const to = html.indexOf(TEMPLATE_END, start);
  return { text: html.slice(start, to < 0 ? html.length : to), crc: Number(digits) };
}

/** The bytes of a dataset. @throws DamagedArchive if a byte has changed: the Parquet reader might loop forever on it */
function bytesIn(text: string, crc: number): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text);
  if (crc32(bytes) !== crc) throw new DamagedArchive();
  return bytes;
}

/** The datasets in a report, each verified against its hash; and the names of changed ones. */
export async function datasetsIn(html: string, { datasets }: ResultDocument, context: JobContext): Promise<Series[] | { damaged: string }> {
  const found: Series[] = [];
  for (const dataset of datasets) {
    const place = placeOf(html, dataset.block);
    if (place === null) continue;
    if (place.text.length > 2 * mostOf(dataset)) return { damaged: dataset.name };
    try {
      found.push(await readColumns(new Blob([bytesIn(place.text, place.crc)]), dataset, context));
    } catch (error) {
      // The browser reports text that is not base64.
      if (error instanceof DamagedArchive || error instanceof RefusedFile || error instanceof DOMException)
        return { damaged: dataset.name };
      throw error;
    }
  }
  return found;
}
