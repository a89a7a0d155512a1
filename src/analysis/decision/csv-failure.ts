import { type Failure, type Reason, within } from "../../../workers/contract";

const ITS_OWN: readonly Reason[] = ["ingest/csvTooShort", "ingest/csvFailed"];

/**
 * A failure of the CSV upload in the specification's words, 'CSV processing failed: {reason}', except for a file that is merely too short.
 */
export function csvFailure(failure: Failure | null): Failure | null {
  return failure && !ITS_OWN.includes(failure.reason) ? within("ingest/csvFailed", failure) : failure;
}
