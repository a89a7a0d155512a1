import type { Account } from "../../analysis/next/keep-account.ts";
import { count, plural } from "../../lib/format.ts";
import type { ValidationRun } from "./use-validation";

/** The equity of a walk-forward, row by row out of sample; null for a track record, which has nothing to select. */
export function outOfSampleAccount({ series, value: { kind, walkForward, candidates } }: ValidationRun): Account | null {
  if (kind === "record" || !walkForward) return null;
  const { equity, equityTimes, from, split, to } = walkForward;
  const chosen = candidates.length === 1 ? candidates[0].name : `best in sample of ${count(candidates.length)} candidates`;
  const of = `${chosen} on ${series.name}`;
  const skips = from.length > 1 && split[1] > to[0] ? " Rows between the windows are skipped." : "";
  return {
    name: `Out-of-sample equity: ${of}`,
    made: `Out-of-sample equity of a walk-forward with ${plural(from.length, "window")}, after the costs of each strategy but not of switching: ${of}.${skips}`,
    times: equityTimes,
    values: equity,
  };
}
