import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { layOutStrategies } from "../strategies";
import { type SuperiorAbility, testSuperiorAbility } from "../superior-ability";

export interface SuperiorityInput {
  names: string[];
  /** Returns that have to beat `target`, one column per strategy; or their returns less the benchmark's, with the target 0. */
  returns: Float64Array[];
  target: number;
  block: number;
  replicates: Count;
  seed: number;
}

/** The test of superior ability as a stage of its own: canceled, it answers with the resamples drawn until then. */
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
