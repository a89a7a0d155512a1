import type { ShownRun } from "../../state/result-files";
import { toast } from "../../ui/toast-queue.ts";
import type { ReportAbout } from "./about.ts";
import { pageContent } from "./page-content.ts";
import { saveReport } from "./save-report.ts";

/** Saves what the screen shows, every view of it, as one file with the figures verbatim. */
export async function savePageReport(aboutOf: () => ReportAbout | null, shown: ShownRun | null): Promise<void> {
  const results = document.querySelector<HTMLElement>("main [data-report=results]");
  const about = aboutOf();
  if (!results || !about) return;
  toast.info("Creating report…");
  try {
    await saveReport(await pageContent(() => about, results), about.fileName, shown);
  } catch (error) {
    console.error("the report could not be made:", error);
    toast.error("The report could not be created");
  }
}
