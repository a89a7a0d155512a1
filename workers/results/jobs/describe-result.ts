import { type Outcome, succeed } from "../../contract";
import type { Evidence, ReportBlock } from "../../report";
import type { JobContext } from "../../runtime/job";
import { type Described, describeResult } from "../describe";
import { heldDatasets } from "../report-data";

/** A result, what a report shows of it and, as far as they fit, the datasets of its run: what the report holds beside its page. */
export async function describeResultJob(
  { blocks, ...described }: Described & { blocks: readonly ReportBlock[] },
  context: JobContext,
): Promise<Outcome<Evidence>> {
  return succeed({ document: await describeResult(described, blocks, context), ...(await heldDatasets(described.datasets, context)) });
}
