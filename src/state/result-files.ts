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

/** A finished run, as identified by its screen. */
export interface ShownRun {
  screen: string;
  startedAt: Millis;
}

/** A run with its datasets and result, as described in files. */
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

/** A dataset included in a file, with the names of all its columns. */
export interface PackedData {
  name: string;
  columns: string[];
}

const packed = (datasets: readonly Series[]): PackedData[] =>
  datasets.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));

/** A result with its data as one file, signed if this device has a key. */
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

/** Data needed to verify a report later, including datasets; null if its result cannot be recomputed. */
export async function evidenceOf(
  shown: ShownRun,
  blocks: readonly ReportBlock[],
): Promise<{ evidence: Evidence; data: PackedData[] } | null> {
  const content = await described(shown, {});
  if (!content.ok) return null;
  const written = await compute.run("describe-result", { ...content.value, blocks }, { cache: false });
  return written.ok ? { evidence: written.value, data: packed(content.value.datasets) } : null;
}

/** A report with this device's signature, if there is a key. */
export async function signedReport(file: Blob): Promise<Outcome<Blob>> {
  const key = await signingKey();
  return key ? compute.run("sign-report", { file, key }, { cache: false }) : succeed(file);
}

/** A dataset of a result: in the file, on this device, typed, or missing. */
export interface NeededData {
  /** Its name on this device, otherwise that in the file. */
  name: string;
  hash: string;
  /** Counted, not as stated by the file; null if its numbers are not available. */
  length: Count | null;
  where: "file" | "device" | "text" | "missing";
  /** Whether the recomputed input refers to it. */
  used: boolean;
}

/** The content of a file, validated but not applied. */
export interface ReadResult extends OpenResult {
  run: RunBody;
  data: Series[];
  needed: NeededData[];
  /** Settings stated by the file in addition to the input. */
  settings: CheckedSetting[];
}

/** Reads a result file or a report, and locates the data of its run. */
export async function readResult(file: Blob, options: Options = {}): Promise<Outcome<ReadResult>> {
  const read = await compute.run("read-result", { file }, { ...options, cache: false, priority: "reading" });
  if (!read.ok) return read;
  const { document, data } = read.value;
  const figures = document.figures.map(({ path: _, ...figure }) => figure);
  const parsed = safeParse(runSchema, { ...document.run, figures });
  if (!parsed.success) return fail("bad-input", "results/damaged");
  const run = parsed.output;
  if (!isReadableRun(run) || isTooLarge(run)) return fail("bad-input", "results/damaged");
  await workspace.open();
  try {
    const needed = neededBy(run, data);
    return succeed({ ...read.value, run, needed, settings: checkSettings(run, (column) => columnWords(column, needed, data)) });
  } catch (error) {
    // Input nested too deeply.
    if (error instanceof RangeError) return fail("bad-input", "results/damaged");
    throw error;
  }
}

/** Whether it exceeds the size of any recorded run. */
const isTooLarge = ({ input, settings, content }: RunBody): boolean =>
  (input ?? "").length > MAX_WRITTEN || settings.length + content.length > 2 * MAX_WRITTEN;

/** The datasets named in a file, and those its input refers to, which may differ. */
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

/** The recomputed result of a file, compared value by value. */
export interface Verification extends Comparison {
  /** Both were computed by the same version, so every bit must agree. */
  exact: boolean;
  /** Whether the full result, including long columns, has the digest stated in the file. */
  sameDigest: boolean;
  figures: ComparedFigure[];
}

/** Whether a file was made by this version of app and kernels: then every bit must agree. */
export const isOfThisVersion = ({ app, kernels }: Pick<OpenResult["document"], "app" | "kernels">): boolean =>
  app === appVersion && kernels === kernelDigest;

/** Recomputes a result from the data of its file, which need not be on this device, and compares every value. */
export async function verifyResult({ document, run, data }: ReadResult, options: Options = {}): Promise<Outcome<Verification>> {
  const load = async (hash: string): Promise<Outcome<Series>> => {
    const series = data.find((one) => one.hash === hash);
    return series ? succeed(series) : workspace.load(hash, options);
  };
  const answered = await runBook.answer(run, { ...options, load, cache: false });
  // Recorded input is complete: if the job fails on it, it was altered.
  if (!answered.ok) return answered.failure.code === "crashed" ? fail("bad-input", "results/questionDamaged") : answered;
  const exact = isOfThisVersion(document);
  const input = { kept: document.result, figures: document.figures, value: answered.value, exact };
  const compared = await compute.run("compare-result", input, { ...options, cache: false });
  return compared.ok ? succeed({ ...compared.value, exact, sameDigest: compared.value.digest === run.digest }) : compared;
}

/** Adds the datasets of a result to the workspace and fills its screen. @param onTaken called once that screen has its inputs */
export async function takeResult({ run, data }: ReadResult, onTaken: () => void): Promise<void> {
  for (const series of data) await workspace.add(series);
  fillTool(run, onTaken);
}
