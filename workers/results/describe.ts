import type { Millis, Series } from "../contract";
import { textHash } from "../hex";
import type { ReportBlock } from "../report";
import type { JobContext } from "../runtime/job";
import { entryOf, writeExact } from "../storage";
import { dataFile, FORMAT, type PlacedFigure, type ResultDocument, VERSION, type WrittenBlock } from "./document";
import { leavesOf, placeOf, plainOf } from "./plain-result";
import { sharedSeries } from "./shared-series";

/** A result to be saved: its run, its headline figures and the answer of its job. */
export interface Described {
  app: string;
  kernels: string;
  now: Millis;
  run: Record<string, unknown>;
  figures: readonly Omit<PlacedFigure, "path">[];
  value: unknown;
  /** Stored datasets of the run; typed values are part of the run. */
  datasets: readonly Series[];
}

/** A block of a page in document form. */
export async function written(block: ReportBlock): Promise<WrittenBlock> {
  return block.kind === "chart" ? { kind: "chart", title: block.title, sha256: await textHash(block.svg) } : block;
}

/** A result as the JSON text of a result file or a report. @param page blocks shown by a report; null in a result file */
export async function describeResult(
  { app, kernels, now, run, figures, value, datasets }: Described,
  page: readonly ReportBlock[] | null,
  context: JobContext,
): Promise<string> {
  const result = await plainOf(value, context);
  const leaves = [...leavesOf(result)];
  const document: ResultDocument = {
    format: FORMAT,
    version: VERSION,
    app,
    kernels,
    savedAt: now,
    convention: "Prospect",
    run,
    figures: figures.map((figure) => ({ ...figure, path: placeOf(leaves, figure.label, figure.value) })),
    result,
    datasets: datasets.map((series) => entryOf(sharedSeries(series), dataFile(series.hash), now)),
    page: page && (await Promise.all(page.map(written))),
  };
  return writeExact(document);
}
