import { clockTime } from "../../lib/format.ts";
import type { ShownRun } from "../../state/result-files";
import { toast } from "../../ui/toast-queue.ts";
import type { ReportAbout } from "./about.ts";
import { methodsOf } from "./methods.ts";
import { openViews } from "./open-views.ts";
import { readPage } from "./read-page.ts";
import { saveReport } from "./save-report.ts";
import { settingFacts } from "./setting-facts.ts";

/** Saves what the screen shows, every view of it, as one file: the figures are those on the page, letter by letter. */
export async function savePageReport(about: ReportAbout, shown: ShownRun | null): Promise<void> {
  const results = document.querySelector("main [data-report=results]");
  if (!results) return;
  toast.info("Creating report…");
  try {
    const close = await openViews(results);
    const { blocks, provenance, columns } = await readPage(results).finally(close);
    const content = {
      title: about.title,
      computedAt: clockTime(about.at),
      sources: about.sources,
      settings: settingFacts(about.settings),
      blocks,
      methods: await methodsOf(provenance),
      result: about.result,
      columns,
    };
    await saveReport(content, about.fileName, shown);
  } catch (error) {
    console.error("the report could not be made:", error);
    toast.error("The report could not be created");
  }
}
