import type { Kept } from "../state/records";
import type { RunBody } from "../state/run-body";

/** Maximum number of runs offered. */
const MAX_OFFERED = 50;

/** Other runs of the same job to compare a result with, newest first. */
export const earlierRuns = (
  records: readonly Kept<RunBody>[],
  { job, startedAt }: Pick<RunBody, "job" | "startedAt">,
  isMeant: (body: RunBody) => boolean,
): Kept<RunBody>[] =>
  records
    .filter(({ body }) => body.job === job && body.startedAt !== startedAt && isMeant(body))
    .sort((a, b) => b.body.startedAt - a.body.startedAt)
    .slice(0, MAX_OFFERED);
