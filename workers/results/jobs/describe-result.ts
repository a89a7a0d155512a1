import { type Outcome, succeed } from "../../contract";
import type { Evidence, ReportBlock } from "../../report";
import type { JobContext } from "../../runtime/job";
import { type Described, describeResult } from "../describe";
import { heldDatasets } from "../report-data";

/** The data behind a report's page: a result, the blocks shown and, if they fit, the datasets of its run. */
export async function describeResultJob(
  { blocks, ...described }: Described & { blocks: readonly ReportBlock[] },
  context: JobContext,
): Promise<Outcome<Evidence>> {
  return succeed({ document: await describeResult(described, blocks, context), ...(await heldDatasets(described.datasets, context)) });
}
