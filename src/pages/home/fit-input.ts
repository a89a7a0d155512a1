import { columnFor, inPercent, returnsAsked } from "../../../workers/analyzed-column";
import type { Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { JobInput, JobValue } from "../../client/pool";
import { returnsUsed } from "../../lib/return-words.ts";

type Asked = JobInput<Jobs, "fit-garch">;
type Found = Pick<JobValue<Jobs, "fit-garch">, "kind" | "unit" | "foundUnit">;

const MODEL = { p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
const OPTIONS = { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 } as const;

/** Input of Home's fit: values and header are interpreted as on the GARCH screen, since nothing can be chosen here. */
export function inputOf(series: Series) {
  return { ...returnsAsked(series, columnFor(series, "auto"), "auto"), model: MODEL, options: OPTIONS } satisfies Asked;
}

/** Whether the fitted returns are in percent, and their type. */
export function fittedReturns(found: Found, asked: Asked["unit"]) {
  const percent = inPercent(found, asked);
  return { percent, used: returnsUsed(found.kind, percent) };
}
