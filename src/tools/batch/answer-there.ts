import { kernelDigest } from "virtual:build-facts";
import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import { type Failure, failBecause, type Outcome, succeed, verbatim } from "../../../workers/contract";
import { plural } from "../../lib/format.ts";
import { seriesText } from "../../state/series-text";
import type { Part } from "./answer-all";
import type { BatchData, Plan } from "./batch-run";
import type { Row } from "./figures";
import { callHost, endThere, failedThere, type HostCell, type HostRow, type HostStatus, readThere } from "./host-calls";

interface AnsweringThere {
  plan: Plan;
  data: BatchData;
  sources: readonly ListedSource[];
  /** Paths of the cells the page shows, or their prefixes. */
  shown: readonly string[];
  isDone: (place: number) => boolean;
  onPart: (part: Part) => void;
  onSending: (words: string) => void;
  signal: AbortSignal;
}

/** Maximum number of concurrent uploads. */
const MAX_SENDING = 3;

const cellOf = (cell: HostCell) => (Array.isArray(cell) ? Number(cell[0]) : cell);

/** Contiguous rows as a part. */
function partOf(rows: readonly HostRow[], shown: readonly string[]): Part {
  const isShown = (name: string) => shown.some((start) => name.startsWith(start));
  const part = ({ cells }: HostRow): Row =>
    Object.fromEntries(Object.entries(cells).flatMap(([name, cell]) => (isShown(name) ? [[name, cellOf(cell)]] : [])));
  return {
    places: rows.map(({ place }) => place),
    rows: rows.map(part),
    outlines: rows.map(({ outline }) => Float64Array.from(outline, (value) => value ?? Number.NaN)),
    text: JSON.stringify(rows.map(({ cells }) => cells)),
  };
}

/** Rows grouped into contiguous runs. */
function together(rows: readonly HostRow[]): HostRow[][] {
  const runs: HostRow[][] = [];
  for (const row of [...rows].sort((a, b) => a.place - b.place)) {
    const last = runs.at(-1);
    if (last?.at(-1)?.place === row.place - 1) last?.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** Pending positions, as ranges. */
function missing(count: number, isDone: (place: number) => boolean): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (let place = 0; place < count; place++) {
    if (isDone(place)) continue;
    const last = ranges.at(-1);
    if (last?.to === place) last.to++;
    else ranges.push({ from: place, to: place + 1 });
  }
  return ranges;
}

/** The files of the data; a dataset becomes a text table whose numbers are read back bit for bit. */
async function filesOf({ name, series, files }: BatchData, signal: AbortSignal): Promise<Outcome<[string, Blob][]>> {
  if (!series) return succeed(Object.entries(files));
  const written = await seriesText(series, { signal });
  return written.ok ? succeed([[name, written.value]]) : written;
}

/** Uploads the files of the data. @returns ids by file name */
async function sent({ data, onSending, signal }: AnsweringThere): Promise<Outcome<Record<string, string>>> {
  const files = await filesOf(data, signal);
  if (!files.ok) return files;
  const ids: Record<string, string> = {};
  const waiting = [...files.value];
  let failure: Failure | null = null;
  const send = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      const [name, file] = next;
      onSending(`Sending ${plural(files.value.length, "file")}, ${files.value.length - waiting.length} of them started`);
      const form = new FormData();
      form.set("file", file, "file");
      const kept = await callHost<{ upload_id: string }>({ method: "POST", path: "/v1/uploads", body: form }, signal);
      if (kept.ok) ids[name] = kept.value.upload_id;
      else failure ??= kept.failure;
    }
  };
  await Promise.all(Array.from({ length: MAX_SENDING }, send));
  return failure ? { ok: false, failure } : succeed(ids);
}

/** Starts a batch on the host. */
async function begunThere(plan: object, signal: AbortSignal): Promise<Outcome<HostStatus>> {
  const begun = await callHost<HostStatus>({ method: "POST", path: "/v1/batches", body: JSON.stringify(plan) }, signal);
  if (!begun.ok || begun.value.versions.kernels === kernelDigest) return begun;
  endThere(begun.value.batch_id);
  return failBecause("bad-input", verbatim("The host and this page run different versions, so results could differ: update one of them."));
}

/** The series that a plan finds in a host's folder. */
export async function listThere(plan: Plan, signal: AbortSignal): Promise<Outcome<ListedSource[]>> {
  const begun = await begunThere({ ...plan, places: [] }, signal);
  if (!begun.ok) return begun;
  const id = begun.value.batch_id;
  try {
    for (;;) {
      const read = await readThere(id, 0, signal);
      if (!read.ok) return read;
      const failure = failedThere(read.value);
      if (failure) return { ok: false, failure };
      if (read.value.finished) return succeed(read.value.names.map((name) => ({ name, source: { kind: "text", from: name } })));
    }
  } finally {
    endThere(id);
  }
}

/** What differs between the series found by the host and by this page; null if they are the same. */
function otherSeries(names: readonly string[], sources: readonly ListedSource[]): string | null {
  if (names.length !== sources.length)
    return `The host finds ${plural(names.length, "series", "series")} in this data, not ${sources.length}.`;
  const place = names.findIndex((name, k) => name !== sources[k].name);
  return place < 0 ? null : `Series ${place + 1} of this data is "${names[place]}" on the host and "${sources[place].name}" here.`;
}

/**
 * Has a host compute what is pending: uploads the data unless they are already there, and fetches rows as they finish.
 * @returns the digest of all results once the host has computed all of them
 */
export async function answerThere(asked: AnsweringThere): Promise<Outcome<string | null>> {
  const { plan, data, sources, shown, isDone, onPart, signal } = asked;
  const uploads = data.there ? succeed({}) : await sent(asked);
  if (!uploads.ok) return uploads;
  const begun = await begunThere({ ...plan, uploads: uploads.value, places: missing(sources.length, isDone) }, signal);
  if (!begun.ok) return begun;
  const id = begun.value.batch_id;
  try {
    for (let from = 0; ; ) {
      const read = await readThere(id, from, signal);
      if (!read.ok) return read;
      const { value } = read;
      const failure = failedThere(value);
      if (failure) return { ok: false, failure };
      const other = from === 0 && value.names.length > 0 ? otherSeries(value.names, sources) : null;
      if (other !== null) return failBecause("bad-input", verbatim(other));
      for (const rows of together(value.rows)) onPart(partOf(rows, shown));
      if (value.finished) return succeed(value.digest);
      from = value.next;
    }
  } finally {
    endThere(id);
  }
}
