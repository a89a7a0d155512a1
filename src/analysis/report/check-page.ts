import type { Millis } from "../../../workers/contract";
import type { PageComparison } from "../../../workers/results";
import { compute } from "../../client/compute";
import { appVersion, kernelDigest } from "../../state/build-facts";
import { offerFile } from "../../state/offered-file";
import { toast, toastFailure } from "../../ui/toast-queue.ts";
import type { ReportAbout } from "./about.ts";
import { pageContent } from "./page-content.ts";
import { shownReport } from "./shown-report.ts";

/** What was found of the pages of reports. */
export const checkedPages = new WeakMap<File, PageComparison>();
let stopWaiting = () => {};

/** What the screen in sight is reported as, if it shows a run of that time or later; null otherwise. */
function reported(screen: string, since: Millis): ReportAbout | null {
  const told = shownReport.read();
  const run = told?.shown();
  return typeof told?.report === "function" && run?.screen === screen && run.startedAt >= since ? told.report() : null;
}

/** Once a screen shows a run that began from now on. */
function nextReport(screen: string, since: Millis): Promise<ReportAbout> {
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
  const results = document.querySelector<HTMLElement>("main [data-report=results]");
  if (!results) return;
  toast.info("Comparing the report’s page…");
  const content = { ...(await pageContent(() => reported(screen, since) ?? first, results)), appVersion, kernelDigest, evidence: null };
  const compared = await compute.run("compare-page", { file, content }, { cache: false });
  if (!compared.ok) return toastFailure(compared.failure);
  checkedPages.set(file, compared.value);
  offerFile(file, "page");
}
