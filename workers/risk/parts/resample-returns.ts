import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type FigureQuestion, figureSet } from "../figure-question";
import { layOut, type ResamplePlan, resampleFigures } from "../resample";

export interface ResamplePart {
  /** Simple returns, already checked to be finite and above -1. */
  returns: Float64Array;
  question: FigureQuestion;
  plan: ResamplePlan;
  /** Index of the random stream of this part. */
  part: Count;
}

/** One part of a bootstrap: a column of replicates per figure. */
export async function resampleReturns(
  { returns, question, plan, part }: ResamplePart,
  context: JobContext,
): Promise<Outcome<Float64Array[]>> {
  const risk = await context.load("risk");
  const { arena } = context;
  return succeed(
    arena.scope(() => {
      const set = figureSet(context, risk, question);
      const bench = layOut(context, risk, arena.put(returns), returns.length, set.gathers);
      const report = (share: number) => context.progress(share, "Resampling returns");
      return resampleFigures(context, risk, bench, set, plan, part, report);
    }),
  );
}
