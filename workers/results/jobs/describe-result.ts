import { type Outcome, succeed } from "../../contract";
import type { ReportBlock } from "../../report";
import type { JobContext } from "../../runtime/job";
import { type Described, describeResult } from "../describe";

/** A result and what a report shows of it, as the text the report holds beside its page. */
export async function describeResultJob(
  { blocks, ...described }: Described & { blocks: readonly ReportBlock[] },
  context: JobContext,
): Promise<Outcome<string>> {
  return succeed(await describeResult(described, blocks, context));
}
