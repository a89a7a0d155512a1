import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { digestValue } from "../../storage";
import { type Comparison, compareResults } from "../compare";
import type { PlacedFigure } from "../document";
import { plainOf } from "../plain-result";

export interface CompareResultInput {
  /** The result of the file. */
  kept: unknown;
  figures: readonly PlacedFigure[];
  /** The job's recomputed answer. */
  value: unknown;
  /** Whether both are from the same version. */
  exact: boolean;
}

/** Compares each value of a file with the recomputed answer; `digest` is that of the new answer. */
export async function compareResult(
  { kept, figures, value, exact }: CompareResultInput,
  context: JobContext,
): Promise<Outcome<Comparison & { digest: string }>> {
  const { digest } = await digestValue(value, context);
  return succeed({ ...compareResults(kept, await plainOf(value, context), figures, exact), digest });
}
