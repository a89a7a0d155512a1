import type { Outcome } from "../../workers/contract";
import { logFailure } from "../lib/texts.ts";

/** What went wrong is on the screen, and in the console where the specification wants it there. */
export function logged<Value>(outcome: Outcome<Value>): Outcome<Value> {
  if (!outcome.ok && outcome.failure.code !== "canceled") void logFailure(outcome.failure);
  return outcome;
}
