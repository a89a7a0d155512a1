import { succeed, verbatim } from "../../../workers/contract";
import { useAnalysis } from "../../analysis/use-analysis";
import { type ApiAnswer, httpError } from "../../client/api-client";
import { apiClient, apiSecret } from "../../state/api-connection";
import type { ShownFailure } from "../../ui/failure-box.tsx";
import type { Endpoint } from "./api-description";
import { callOf, type RequestDraft } from "./api-request";

/** A request and its response. */
interface ApiCalled {
  endpoint: Endpoint;
  draft: RequestDraft;
  answer: ApiAnswer;
}

/** Sends requests, one at a time; the last response stays until the next response or failure. */
export function useApiCall(onAnswer?: (called: ApiCalled) => void) {
  const { shown, failure, busy, run, cancel } = useAnalysis<ApiCalled, [endpoint: Endpoint, draft: RequestDraft]>({
    work: async ({ signal }, endpoint, draft) => {
      try {
        return succeed({ endpoint, draft, answer: await apiClient().send(callOf(endpoint, draft, apiSecret.read()), signal) });
      } catch (error) {
        const code = signal.aborted ? "canceled" : "crashed";
        return { ok: false, failure: { code, ...verbatim(error instanceof Error ? error.message : String(error)) } };
      }
    },
    onDone: onAnswer,
  });
  const called = failure ? null : shown;
  const refused: ShownFailure | null = called && !called.answer.ok ? { message: httpError(called.answer.status) } : null;
  return { called, trouble: failure ?? refused, busy, send: run, cancel };
}
