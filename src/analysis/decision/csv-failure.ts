import { type Failure, within } from "../../../workers/contract";

/**
 * A failure of the CSV upload in the specification's words, 'CSV processing failed: {reason}', except for a file that is merely too short.
 */
export function csvFailure(failure: Failure | null): Failure | null {
  return failure && failure.reason !== "ingest/csvTooShort" ? within("ingest/csvFailed", failure) : failure;
}
