import type { JobContext } from "../../workers/runtime/job";
import { testContext } from "./context";

/** A stage of a job that runs in parts: checkpoints passed at its start, at the start of each part, and at its end. */
export interface Stage {
  from: number;
  parts: number[];
  to: number;
}

/** The stages of a run, used to cancel another run within one of them. */
export async function stagesOf(ask: (context: JobContext) => Promise<unknown>): Promise<Stage[]> {
  const context: JobContext = await testContext();
  const { checkpoint, parallel, progress } = context;
  const stages: Stage[] = [];
  let passed = 0;
  context.checkpoint = () => {
    passed++;
    checkpoint();
  };
  context.parallel = async (...part) => {
    const stage: Stage = { from: passed, parts: [], to: passed };
    stages.push(stage);
    context.progress = (fraction) => void (fraction === 0 && stage.parts.push(passed));
    const outcomes = await parallel(...part);
    stage.to = passed;
    context.progress = progress;
    return outcomes;
  };
  await ask(context);
  return stages;
}
