import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { layOutStrategies } from "../strategies";
import { type SuperiorAbility, testSuperiorAbility } from "../superior-ability";

export interface SuperiorityInput {
  names: string[];
  /** Returns compared with `target`, one column per strategy; or their returns in excess of the benchmark's, with the target 0. */
  returns: Float64Array[];
  target: number;
  block: number;
  replicates: Count;
  seed: number;
}

/** The superior predictive ability test as a separate stage: if canceled, it returns the result of the resamples drawn until then. */
export async function testSuperiority(
  { names, returns, target, ...plan }: SuperiorityInput,
  context: JobContext,
): Promise<Outcome<{ test: SuperiorAbility | null }>> {
  const risk = await context.load("risk");
  const validation = await context.load("validation");
  return succeed(
    context.arena.scope(() => {
      const all = layOutStrategies(context, risk, names, returns, target);
      return { test: testSuperiorAbility(context, validation, all, plan) };
    }),
  );
}
