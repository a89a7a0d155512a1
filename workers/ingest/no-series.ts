import { because, type FileFormat, fail, failBecause, type Outcome, type Place } from "../contract";
import { withoutTurns } from "../format";
import type { Found } from "./formats/content";
import { formatOf } from "./formats/recognize";

/** Names of file formats for the user; the specification defines the others. */
const NAMES: Partial<Record<FileFormat, string>> = {
  arrow: "Arrow file",
  html: "HTML page",
  json: "JSON file",
  parquet: "Parquet file",
  xlsx: "Excel sheet",
};
/** A text may begin with "<" without being HTML: MetaTrader's headers do. */
const TAGS = /<(?:!doctype|html|head|body|table)\b/i;
const HEAD = 1024;

/** Control characters and replacement characters, which no row of a text contains. */
const UNWRITTEN = /[^\P{Cc}\t]|\uFFFD/u;

/** Position where a text lacks a number: its first row below a header, or the header itself if nothing follows. */
async function firstRow(blob: Blob): Promise<Place> {
  const rows = (await blob.slice(0, HEAD).text()).split(/\r\n?|\n/).map((line, i) => ({ row: i + 1, value: line.trim() }));
  const [header, first = header] = rows.filter(({ value }) => value !== "");
  if (!first) return {};
  return UNWRITTEN.test(first.value) ? { row: first.row } : { ...first, value: withoutTurns(first.value) };
}

/** Refuses a file that contains no series: by its format and, for a CSV, with the specification's message and a row. */
export async function noSeriesIn(found: Exclude<Found, { kind: "refused" }>): Promise<Outcome<never>> {
  if (found.kind === "text" && found.blob.size === 0) return fail("bad-input", "ingest/csvInvalid");
  const opened = found.opened.formats.at(-1) ?? "text";
  const isPage = found.kind === "text" && opened === "text" && (await formatOf(found.blob)) === "html";
  const format = isPage && TAGS.test(await found.blob.slice(0, HEAD).text()) ? "html" : opened;
  const file = NAMES[format];
  if (file === undefined)
    return failBecause("bad-input", because("ingest/csvInvalid"), found.kind === "text" ? await firstRow(found.blob) : {});
  const isEmpty = found.kind === "columns" && found.table.rows === 0;
  return fail("bad-input", isEmpty ? "ingest/noRows" : "ingest/noNumbers", { file });
}
