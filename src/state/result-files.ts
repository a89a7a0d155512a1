import { appVersion, kernelDigest } from "virtual:build-facts";
import { safeParse } from "valibot";
import { because, type Count, fail, failBecause, type Millis, type Outcome, type Series, succeed } from "../../workers/contract";
import type { Evidence, ReportBlock } from "../../workers/report";
import type { ComparedFigure, Comparison, OpenResult } from "../../workers/results";
import { compute } from "../client/compute";
import type { RunOptions } from "../client/pool";
import { count } from "../lib/format";
import { type CheckedSetting, checkSettings } from "./checked-settings";
import { isReadableRun, type RunBody, runSchema } from "./run-body";
import { type ColumnReference, MAX_WRITTEN, referredSeries } from "./run-input";
import { fillTool, runBook } from "./run-list";
import { runsWritten } from "./runs";
import { signingKey } from "./signing-key";
import { workspace } from "./workspace";

type Options = Pick<RunOptions, "signal" | "onProgress">;

/** A finished run, as whoever shows it knows it. */
export interface ShownRun {
  screen: string;
  startedAt: Millis;
}

/** A run with the datasets it used and its answer, as files describe it. */
async function described({ screen, startedAt }: ShownRun, options: Options) {
  await runsWritten();
  const body = await runBook.find(screen, startedAt);
  if (!body) return fail("bad-input", "results/notRecorded");
  const answered = await runBook.answer(body, options);
  if (!answered.ok) return answered.failure.code === "bad-input" && body.obstacle ? notRepeatable(body.obstacle) : answered;
  const digested = await compute.run("digest-value", { value: answered.value }, { cache: false });
  if (!digested.ok) return digested;
  if (body.digest !== null && body.digest !== digested.value.digest) return fail("bad-input", "results/changedSince");
  const datasets: Series[] = [];
  for (const { hash, text } of body.datasets) {
    if (text !== null || datasets.some((series) => series.hash === hash)) continue;
    const loaded = await workspace.load(hash, options);
    if (!loaded.ok) return loaded;
    datasets.push(loaded.value);
  }
  const { figures, ...run } = { ...body, digest: digested.value.digest, parts: digested.value.parts };
  return succeed({ app: appVersion, kernels: kernelDigest, now: Date.now(), run, figures, value: answered.value, datasets });
}

const notRepeatable = (obstacle: string) => failBecause("bad-input", because("results/notRepeatable", { obstacle }));

/** A dataset that a file takes along, and the names of all its columns. */
export interface PackedData {
  name: string;
  columns: string[];
}

const packed = (datasets: readonly Series[]): PackedData[] =>
  datasets.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));

/** A result with its data as one file, signed where this device has a key. */
export async function writeResult(
  shown: ShownRun,
  options: Options = {},
): Promise<Outcome<{ file: Blob; signed: boolean; data: PackedData[] }>> {
  const content = await described(shown, options);
  if (!content.ok) return content;
  const key = await signingKey();
  const written = await compute.run("write-result", { ...content.value, key }, { ...options, cache: false });
  return written.ok ? succeed({ file: written.value, signed: key !== null, data: packed(content.value.datasets) }) : written;
}

/** What a report is checked by later, and the data it takes along for that; null where its result cannot be computed again. */
export async function evidenceOf(
  shown: ShownRun,
  blocks: readonly ReportBlock[],
): Promise<{ evidence: Evidence; data: PackedData[] } | null> {
  const content = await described(shown, {});
  if (!content.ok) return null;
  const written = await compute.run("describe-result", { ...content.value, blocks }, { cache: false });
  return written.ok ? { evidence: written.value, data: packed(content.value.datasets) } : null;
}

/** A report with the signature of this device in it, where there is a key. */
export async function signedReport(file: Blob): Promise<Outcome<Blob>> {
  const key = await signingKey();
  return key ? compute.run("sign-report", { file, key }, { cache: false }) : succeed(file);
}

/** A dataset of a result: in the file, on this device, typed, or missing. */
export interface NeededData {
  /** On this device its name here, otherwise what the file calls it. */
  name: string;
  hash: string;
  /** Counted, not what the file says; null where its numbers are not at hand. */
  length: Count | null;
  where: "file" | "device" | "text" | "missing";
  /** Whether the question that is recomputed refers to it. */
  used: boolean;
}

/** What a file holds, checked; nothing of it counts yet. */
export interface ReadResult extends OpenResult {
  run: RunBody;
  data: Series[];
  needed: NeededData[];
  /** What the file says of its settings beside the question. */
  settings: CheckedSetting[];
}

/** Reads a result file or a report, and says where the data of its run are. */
export async function readResult(file: Blob, options: Options = {}): Promise<Outcome<ReadResult>> {
  const read = await compute.run("read-result", { file }, { ...options, cache: false, priority: "reading" });
  if (!read.ok) return read;
  const { document, data } = read.value;
  const figures = document.figures.map(({ label, value, unit }) => ({ label, value, unit }));
  const parsed = safeParse(runSchema, { ...document.run, figures });
  if (!parsed.success) return fail("bad-input", "results/damaged");
  const run = parsed.output;
  if (!isReadableRun(run) || isTooLarge(run)) return fail("bad-input", "results/damaged");
  await workspace.open();
  try {
    const needed = neededBy(run, data);
    return succeed({ ...read.value, run, needed, settings: checkSettings(run, (column) => columnWords(column, needed, data)) });
  } catch (error) {
    // A question that is nested without an end.
    if (error instanceof RangeError) return fail("bad-input", "results/damaged");
    throw error;
  }
}

/** Whether it is more than any run is written down with. */
const isTooLarge = ({ input, settings, content }: RunBody): boolean =>
  (input ?? "").length > MAX_WRITTEN || settings.length + content.length > 2 * MAX_WRITTEN;

/** The datasets a file names, and those its question refers to: a file may name others than it asks about. */
function neededBy({ datasets, input }: RunBody, data: readonly Series[]): NeededData[] {
  const referred = referredSeries(input ?? "null");
  return [...new Set([...datasets.map(({ hash }) => hash), ...referred])].map((hash) => {
    const stated = datasets.find((one) => one.hash === hash);
    const held = data.find((series) => series.hash === hash);
    const here = workspace.read().datasets.find((dataset) => dataset.hash === hash);
    const text = (stated?.text ?? null) !== null;
    const where = text ? "text" : held ? "file" : here ? "device" : "missing";
    const name = (text ? stated?.name : (held ?? here)?.name) ?? stated?.name ?? "unnamed";
    return { name, hash, where, length: text ? null : ((held ?? here)?.length ?? null), used: referred.includes(hash) };
  });
}

/** "Close of oil.csv, rows 1–500" */
function columnWords(
  { series: hash, column, from, length }: ColumnReference,
  needed: readonly NeededData[],
  data: readonly Series[],
): string {
  const series = (data.find((one) => one.hash === hash) ?? workspace.read().datasets.find((one) => one.hash === hash))?.columns;
  const name = column < 0 ? "Dates" : (series?.[column]?.name ?? `Column ${Number(column) + 1}`);
  const rows = length > 0 ? `rows ${count(Number(from) + 1)}–${count(Number(from) + Number(length))}` : "no rows";
  return `${name} of ${needed.find((one) => one.hash === hash)?.name ?? "an unknown dataset"}, ${rows}`;
}

/** The question of a file answered again here, value by value beside what the file says. */
export interface Verification extends Comparison {
  /** The same version computed both: every bit must be the same. */
  exact: boolean;
  /** Whether all of the result, long columns included, has the digest the file names. */
  sameDigest: boolean;
  figures: ComparedFigure[];
}

/** Whether this version of the app and of its kernels made a file: then every bit must be the same. */
export const isOfThisVersion = ({ app, kernels }: Pick<OpenResult["document"], "app" | "kernels">): boolean =>
  app === appVersion && kernels === kernelDigest;

/** Computes a result again from the data of its file, which need not be on this device, and compares every value. */
export async function verifyResult({ document, run, data }: ReadResult, options: Options = {}): Promise<Outcome<Verification>> {
  const load = async (hash: string): Promise<Outcome<Series>> => {
    const series = data.find((one) => one.hash === hash);
    return series ? succeed(series) : workspace.load(hash, options);
  };
  const answered = await runBook.answer(run, { ...options, load, cache: false });
  // A question that was written down is complete: what a job stops at was changed.
  if (!answered.ok) return answered.failure.code === "crashed" ? fail("bad-input", "results/questionDamaged") : answered;
  const exact = isOfThisVersion(document);
  const input = { kept: document.result, figures: document.figures, value: answered.value, exact };
  const compared = await compute.run("compare-result", input, { ...options, cache: false });
  return compared.ok ? succeed({ ...compared.value, exact, sameDigest: compared.value.digest === run.digest }) : compared;
}

/** Brings the datasets of a result into the library and fills its screen. @param onTaken called once that screen has its inputs */
export async function takeResult({ run, data }: ReadResult, onTaken: () => void): Promise<void> {
  for (const series of data) await workspace.add(series);
  fillTool(run, onTaken);
}
