import { type ApiQuestion, answerQuestion } from "../api/answers/index";
import type { Outcome } from "../contract";
import type { JobContext } from "../lib/job";
import { StoredWorkspace } from "../lib/workspace";

/** What an operation of the API asks of the series on this device. */
export function answerApi(input: ApiQuestion & { workspace: string }, context: JobContext): Promise<Outcome<unknown>> {
  return answerQuestion(input, context, new StoredWorkspace(input.workspace));
}
