import { simpleAsked } from "../../../workers/analyzed-column";
import type { Series } from "../../../workers/contract";
import { chosenColumn } from "../../analysis/data/analyzed-column";
import type { CandidatesInput } from "./candidates";
import type { ValidationInputs } from "./settings";

/** The track record to validate: for prices compounded from log returns, the returns themselves. */
export function recordOf(
  series: Series,
  { holds, column, returnUnit }: Pick<ValidationInputs, "holds" | "column" | "returnUnit">,
): NonNullable<CandidatesInput["record"]> {
  const kind = holds === "log-returns" ? holds : "auto";
  return { name: series.name, times: series.times, ...simpleAsked(series, chosenColumn(series, column, kind), kind, returnUnit) };
}
