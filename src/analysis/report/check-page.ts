import type { Millis } from "../../../workers/contract";
import type { PageComparison } from "../../../workers/results";
import { compute } from "../../client/compute";
import { appVersion, kernelDigest } from "../../state/build-facts";
import { offerFile } from "../../state/offered-file";
import { toast, toastFailure } from "../../ui/toast-queue.ts";
import type { OwnReport, ReportAbout, ToldContent } from "./about.ts";
import { pageContent } from "./page-content.ts";
import { shownReport } from "./shown-report.ts";

/** What was found of the pages of reports. */
export const checkedPages = new WeakMap<File, PageComparison>();
/** A part that is still computed is no part that was changed: on a slow device it is waited for. */
const PATIENCE: Millis = 120_000;
let stopWaiting = () => {};

/** What the screen in sight is reported as, if it shows a run of that time or later; null otherwise. */
function reported(screen: string, since: Millis): ReportAbout | OwnReport | null {
  const told = shownReport.read();
  const run = told?.shown();
  if (!told?.report || run?.screen !== screen || run.startedAt < since) return null;
  return typeof told.report === "function" ? told.report() : told.report;
}

const isOwn = (told: ReportAbout | OwnReport): told is OwnReport => "content" in told;

/** What a report of the screen would hold now: what the tool writes, or what its page shows. @param first what was told of it when its run ended */
async function contentNow(first: ReportAbout | OwnReport, now: () => ReportAbout | OwnReport | null): Promise<ToldContent | null> {
  if (isOwn(first)) return first.content();
  const results = document.querySelector<HTMLElement>("main [data-report=results]");
  const latest = () => {
    const told = now();
    return told && !isOwn(told) ? told : first;
  };
  return results && pageContent(latest, results, PATIENCE);
}

/** Once a screen shows a run that began from now on. */
function nextReport(screen: string, since: Millis): Promise<ReportAbout | OwnReport> {
  stopWaiting();
  return new Promise((resolve) => {
    stopWaiting = shownReport.subscribe(() => {
      const about = reported(screen, since);
      if (!about) return;
      stopWaiting();
      resolve(about);
    });
  });
}

/** Waits until a screen has computed a report again, compares all that its page shows with that screen, and says what differs. */
export async function checkPage(file: File, screen: string, since: Millis): Promise<void> {
  const first = await nextReport(screen, since);
  toast.info("Comparing the report’s page…");
  const told = await contentNow(first, () => reported(screen, since));
  if (!told) return;
  const content = { ...told, appVersion, kernelDigest, evidence: null };
  const compared = await compute.run("compare-page", { file, content }, { cache: false });
  if (!compared.ok) return toastFailure(compared.failure);
  checkedPages.set(file, compared.value);
  offerFile(file, "page");
}
