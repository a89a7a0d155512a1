import type { Failure } from "../../../workers/contract";
import { messages } from "../../../workers/messages";

const PREFIX = messages.csvFailed("");

/** A failure of the CSV upload in the words of this screen: 'CSV processing failed: {reason}', except for a file that is merely too short. */
export function csvFailure(failure: Failure | null): Failure | null {
  if (!failure || failure.message === messages.csvTooShort || failure.message.startsWith(PREFIX)) return failure;
  return { ...failure, message: messages.csvFailed(failure.message) };
}
