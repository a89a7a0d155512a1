import type { Outcome } from "../../workers/contract";
import { logFailure } from "../lib/texts.ts";

/** Logs a failure to the console if the specification requires it; it is also shown on the screen. */
export function logged<Value>(outcome: Outcome<Value>): Outcome<Value> {
  if (!outcome.ok && outcome.failure.code !== "canceled") void logFailure(outcome.failure);
  return outcome;
}
