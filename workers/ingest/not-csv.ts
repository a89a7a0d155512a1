import { type Cause, type Failure, type Reason, withCause } from "../contract";

const NOT_A_CSV: readonly Reason[] = ["ingest/csvNotCsv", "ingest/csvInvalid", "ingest/otherFile", "ingest/noNumbers"];

/** Why a file was refused: for one that is not a CSV, with the message of the screen it was meant for. */
export const uploadFailure = <F extends Failure | null>(failure: F, cause: Cause): F | Failure =>
  failure && NOT_A_CSV.includes(failure.reason) ? withCause(failure, cause) : failure;
