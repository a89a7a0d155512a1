import type { Millis } from "../../../workers/contract";
import type { AlteredBlock, PageComparison } from "../../../workers/results";
import { compute } from "../../client/compute";
import { plural } from "../../lib/format.ts";
import { appVersion, kernelDigest } from "../../state/build-facts";
import { offerFile } from "../../state/offered-file";
import { pageRuns } from "../../state/page-runs";
import type { ReadResult, ShownRun } from "../../state/result-files";
import type { Figure } from "../../state/run-body";
import { toast, toastFailure } from "../../ui/toast-queue.ts";
import type { OwnReport, ReportAbout, ReportDraft } from "./about.ts";
import { changedFigures } from "./changed-figures.ts";
import { pageContent } from "./page-content.ts";
import { shownReport } from "./shown-report.ts";

export interface CheckedFile extends PageComparison {
  kind: ReadResult["kind"];
}

/** Findings about opened files, shown beside their screens. */
export const checkedPages = new WeakMap<File, CheckedFile>();
/** Timeout: a part still being computed does not count as changed, so slow devices are waited for. */
const PATIENCE: Millis = 120_000;
let stopWaiting = () => {};

/** Report data of the visible screen if it shows a run from that time or later; null otherwise. */
function reported(screen: string, since: Millis): ReportAbout | OwnReport | null {
  const current = shownReport.read();
  const run = current?.shown();
  if (!current?.report || run?.screen !== screen || run.startedAt < since) return null;
  return typeof current.report === "function" ? current.report() : current.report;
}

const isOwn = (current: ReportAbout | OwnReport): current is OwnReport => "content" in current;

/**
 * What a report of the screen would contain now: written by the tool, or read from its page. @param first report data when its run finished
 */
async function contentNow(first: ReportAbout | OwnReport, now: () => ReportAbout | OwnReport | null): Promise<ReportDraft | null> {
  if (isOwn(first)) return first.content();
  const results = document.querySelector<HTMLElement>("main [data-report=results]");
  const latest = () => {
    const current = now();
    return current && !isOwn(current) ? current : first;
  };
  return results && pageContent(latest, results, PATIENCE);
}

/** Resolves once a screen shows a run that starts from now on. */
function nextReport(screen: string, since: Millis): Promise<ReportAbout | OwnReport> {
  stopWaiting();
  return new Promise((resolve) => {
    const look = () => {
      const about = reported(screen, since);
      if (!about) return;
      stopWaiting();
      resolve(about);
    };
    stopWaiting = shownReport.subscribe(look);
    // A quick answer may have been shown before this code had loaded.
    look();
  });
}

/** Figures of the shown run, once its screen has reported them; null if it does not. */
function figuresOf({ screen, startedAt }: ShownRun): Promise<readonly Figure[] | null> {
  return new Promise((resolve) => {
    const look = () => {
      const current = pageRuns.read().find((one) => one.screen === screen && one.startedAt === startedAt);
      if (current) end(current.figures);
    };
    const stop = pageRuns.subscribe(look);
    const patience = setTimeout(() => end(null), PATIENCE);
    const end = (figures: readonly Figure[] | null) => {
      clearTimeout(patience);
      stop();
      resolve(figures);
    };
    look();
  });
}

/** Figures of a file that differ from those of the run its screen shows; null if that reported none. */
async function alteredFigures({ figures }: ReadResult["document"], exact: boolean): Promise<AlteredBlock[] | null> {
  const shown = shownReport.read()?.shown();
  const now = shown ? await figuresOf(shown) : null;
  return now && changedFigures(figures, now, exact);
}

/**
 * Waits until a screen has recomputed a file's result, compares its figures and everything on a report's page with that screen, and reports
 * the differences.
 * @param exact the file was made by this version
 */
export async function checkPage(file: File, { kind, document, run }: ReadResult, exact: boolean, since: Millis): Promise<void> {
  const first = await nextReport(run.screen, since);
  const figures = await alteredFigures(document, exact);
  if (kind === "result") {
    if (!figures) return;
    if (figures.length === 0) {
      toast.success(`All ${plural(document.figures.length, "figure")} of the file match this screen`);
      return;
    }
    checkedPages.set(file, { kind, parts: document.figures.length, altered: figures, otherVersion: !exact });
    return offerFile(file, "page");
  }
  toast.info("Comparing the report’s page…");
  const current = await contentNow(first, () => reported(run.screen, since));
  if (!current) return;
  const content = { ...current, appVersion, kernelDigest, evidence: null };
  const compared = await compute.run("compare-page", { file, content }, { cache: false });
  if (!compared.ok) return toastFailure(compared.failure);
  const { parts, altered, otherVersion } = compared.value;
  const both = [...altered, ...(figures ?? [])];
  checkedPages.set(file, { kind, parts: parts + document.figures.length, altered: both, otherVersion });
  offerFile(file, "page");
}
