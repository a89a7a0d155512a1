import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { StoredWorkspace } from "../../storage";
import { type ApiQuestion, answerQuestion } from "../answers/index";

/** Query of an API operation on the series of this device. */
export function answerApi(input: ApiQuestion & { workspace: string }, context: JobContext): Promise<Outcome<unknown>> {
  return answerQuestion(input, context, new StoredWorkspace(input.workspace));
}
