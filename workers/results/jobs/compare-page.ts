import { type Outcome, succeed } from "../../contract";
import { type ReportContent, reportData } from "../../report";
import type { JobContext } from "../../runtime/job";
import { comparePage, type PageComparison } from "../compare-page";

export interface ComparePageInput {
  /** A report. */
  file: Blob;
  /** The recomputed screen, in the form of a report. */
  content: ReportContent;
}

/** Compares a report with the recomputed screen: every heading, text, figure, table and drawing, and all that is beside them. */
export async function comparePageJob({ file, content }: ComparePageInput, context: JobContext): Promise<Outcome<PageComparison>> {
  context.progress(0, "Comparing the page");
  return succeed(await comparePage(await file.text(), content, await reportData(content, context), context));
}
