import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { StoredWorkspace } from "../../storage";
import { type ApiQuestion, answerQuestion } from "../answers/index";

/** What an operation of the API asks of the series on this device. */
export function answerApi(input: ApiQuestion & { workspace: string }, context: JobContext): Promise<Outcome<unknown>> {
  return answerQuestion(input, context, new StoredWorkspace(input.workspace));
}
