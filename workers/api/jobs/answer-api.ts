import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { StoredWorkspace } from "../../storage";
import { type ApiQuestion, answerQuestion } from "../answers/index";

/** Answers a question of an API operation about the series of this device. */
export function answerApi(input: ApiQuestion & { workspace: string }, context: JobContext): Promise<Outcome<unknown>> {
  return answerQuestion(input, context, new StoredWorkspace(input.workspace));
}
