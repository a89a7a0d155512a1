import type { Kept } from "../state/records";
import type { RunBody } from "../state/run-body";

/** Runs offered at most. */
const MAX_OFFERED = 50;

/** The other runs of a result's job that it can be set beside, the newest first. */
export const earlierRuns = (
  records: readonly Kept<RunBody>[],
  { job, startedAt }: Pick<RunBody, "job" | "startedAt">,
  isMeant: (body: RunBody) => boolean,
): Kept<RunBody>[] =>
  records
    .filter(({ body }) => body.job === job && body.startedAt !== startedAt && isMeant(body))
    .sort((a, b) => b.body.startedAt - a.body.startedAt)
    .slice(0, MAX_OFFERED);
