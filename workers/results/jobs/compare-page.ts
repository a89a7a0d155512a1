import { type Outcome, succeed } from "../../contract";
import { type ReportContent, reportData } from "../../report";
import type { JobContext } from "../../runtime/job";
import { comparePage, type PageComparison } from "../compare-page";

export interface ComparePageInput {
  /** A report. */
  file: Blob;
  /** The same screen computed again, as a report would hold it. */
  content: ReportContent;
}

/** Compares what a report shows with the screen computed again: every heading, text, figure, table and drawing, and all that is beside them. */
export async function comparePageJob({ file, content }: ComparePageInput, context: JobContext): Promise<Outcome<PageComparison>> {
  context.progress(0, "Comparing the page");
  return succeed(await comparePage(await file.text(), content, await reportData(content, context), context));
}
