import { fail, type Millis, type Outcome } from "../contract";
import { messages } from "../messages";
import type { ApiQuestion } from "./answers/index";

/** How a question reaches a page, with a port for the answer. */
export interface QuestionMessage extends ApiQuestion {
  type: "api-question";
}
/** What the page says on that port: at once that it will answer, later the answer. */
export type PageReply = { type: "taken" } | { type: "answer"; outcome: Outcome<unknown> };
/** What the asker says on it. */
export interface CancelMessage {
  type: "cancel";
}

/** Whoever can be sent a question: an open page, or the port to one. */
export interface Answerer {
  postMessage(message: QuestionMessage, transfer: Transferable[]): void;
}

/** A page that does not listen (another document of this origin, a frozen tab) is passed over after this. */
const PATIENCE: Millis = 2000;
/** A browser ends an answer of a service worker after five minutes. */
const LONGEST: Millis = 240_000;

/** Asks one page; null where it does not take the question. */
function askOne(answerer: Answerer, question: ApiQuestion, signal: AbortSignal): Promise<Outcome<unknown> | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<Outcome<unknown> | null>((resolve) => {
    const giveUp = (outcome: Outcome<unknown> | null) => {
      port1.postMessage({ type: "cancel" } satisfies CancelMessage);
      resolve(outcome);
    };
    let timer = setTimeout(() => giveUp(null), PATIENCE);
    signal.addEventListener("abort", () => giveUp(fail("canceled", messages.canceled)), { once: true });
    port1.onmessage = ({ data }: MessageEvent<PageReply>) => {
      clearTimeout(timer);
      if (data.type === "answer") resolve(data.outcome);
      else timer = setTimeout(() => giveUp(fail("canceled", messages.apiTimeout)), LONGEST);
    };
    answerer.postMessage({ type: "api-question", kind: question.kind, question: question.question }, [port2]);
  }).finally(() => port1.close());
}

/** Asks one page after the other until one takes the question. */
export async function askPages(answerers: readonly Answerer[], question: ApiQuestion, signal: AbortSignal): Promise<Outcome<unknown>> {
  for (const answerer of answerers) {
    if (signal.aborted) return fail("canceled", messages.canceled);
    const outcome = await askOne(answerer, question, signal);
    if (outcome) return outcome;
  }
  return fail("not-loaded", messages.apiNoPage);
}
