import { type Outcome, succeed } from "../../contract";
import { textHash } from "../../hex";
import type { JobContext } from "../../runtime/job";
import { hashColumns } from "../../series";
import { reportPage } from "../page";
import { isoTime } from "../table-text";
import type { ReportColumns, ReportContent } from "../types";

/** Longer columns are summarized by length, first and last value, and hash; their shape is in the charts. */
const MAX_VALUES = 1000;

type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** The machine-readable part of a report: its result and the columns behind its charts, as JSON. */
export async function reportData(content: ReportContent, context: JobContext): Promise<string> {
  const charts: unknown[] = [];
  for (const [place, chart] of content.columns.entries()) {
    context.checkpoint();
    context.progress(place / content.columns.length, "Writing the report");
    charts.push(await chartData(chart, context));
  }
  const { title, sources, settings, appVersion, kernelDigest } = content;
  const document = {
    format: "prospect-report",
    version: 1,
    title,
    sources: sources.map(({ name, sha256, rows }) => ({ name, sha256, rows })),
    settings: Object.fromEntries(settings),
    appVersion,
    kernelDigest,
    result: await plainData(content.result, context),
    charts,
  };
  return JSON.stringify(document, null, 1);
}

/** The results of a page as one HTML file that opens offline and runs no scripts. */
export async function writeReport(content: ReportContent, context: JobContext): Promise<Outcome<Blob>> {
  context.progress(0, "Writing the report");
  const page = await reportPage(content, await reportData(content, context), textHash);
  return succeed(new Blob([page], { type: "text/html" }));
}

async function chartData({ title, columns }: ReportColumns, context: JobContext) {
  const written: Record<string, unknown> = {};
  for (const { name, values, words, start = 0, kind } of columns) {
    const listed = listOf(values, words, kind);
    const content = listed ?? (values instanceof Float64Array ? await summary(values, context) : { values: values.length });
    written[name] = start > 0 ? { firstRow: start, values: content } : content;
  }
  return { title, columns: written };
}

/** The values of a short column for JSON; null for a long one. */
function listOf(values: Float64Array | string[], words?: readonly string[], kind?: string): unknown[] | null {
  if (values.length > MAX_VALUES) return null;
  const plain: unknown[] = Array.from<number | string, unknown>(values, (value) => {
    if (typeof value === "string") return value;
    if (words) return words[value] ?? null;
    return kind === "time" ? isoTime(value) || null : value;
  });
  return plain;
}

async function summary(values: Float64Array, context: JobContext) {
  return {
    values: values.length,
    sha256: await hashColumns([values], context),
    first: values[0],
    last: values[values.length - 1],
  };
}

const isNumbers = (value: object): value is Numbers => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** A result as plain data for JSON: columns become lists, or summaries if they are long. */
async function plainData(value: unknown, context: JobContext): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (isNumbers(value)) return value.length > MAX_VALUES ? summary(Float64Array.from(value), context) : Array.from(value);
  context.checkpoint();
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await plainData(item, context));
    return items;
  }
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) fields[name] = await plainData(field, context);
  return fields;
}
