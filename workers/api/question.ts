import { locks } from "../capabilities";
import { fail, type Millis, type Outcome } from "../contract";
import type { ApiQuestion } from "./answers/index";

/** A question sent to a page, together with a port for the answer. */
export interface QuestionMessage extends ApiQuestion {
  type: "api-question";
}
/** Sent by the page on that port: first an acknowledgment, later the answer. */
export type PageReply = { type: "taken" } | { type: "answer"; outcome: Outcome<unknown> };
/** Sent by the caller on that port. */
export interface CancelMessage {
  type: "cancel";
}

/** Receives questions: an open page, or the port to one. */
export interface AnsweringPage {
  postMessage(message: QuestionMessage, transfer: Transferable[]): void;
}

/** Held in shared mode by every page that computes for the API, as long as it lives: proves that the page exists even if it is busy. */
const HOST_LOCK = "prospect-api-host";
export type HostLock = typeof HOST_LOCK;

/** If a page has not accepted a question after this time, the next one is asked too. */
const PATIENCE: Millis = 2000;
/** Browsers abort a service worker's response after five minutes. */
const MAX_WAIT: Millis = 240_000;

/** Whether any open page computes for the API. */
async function someoneListens(): Promise<boolean> {
  const known = await locks()
    ?.query()
    .catch(() => null);
  return known?.held?.some(({ name }) => name === HOST_LOCK) ?? false;
}

/** A question sent to one page. */
class Offer {
  private readonly port: MessagePort;
  /** Resolves to this offer once the page acknowledges it. */
  readonly taken: Promise<Offer>;
  readonly answered: Promise<Outcome<unknown>>;

  constructor(answerer: AnsweringPage, { kind, question }: ApiQuestion) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    let take: (offer: Offer) => void;
    this.taken = new Promise((resolve) => {
      take = resolve;
    });
    this.answered = new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<PageReply>) => {
        take(this);
        if (data.type === "answer") resolve(data.outcome);
      };
    });
    answerer.postMessage({ type: "api-question", kind, question }, [port2]);
  }

  /** Tells the page that the answer is no longer needed. */
  withdraw(): void {
    this.port.postMessage({ type: "cancel" } satisfies CancelMessage);
    this.port.close();
  }
}

const after = (delay: Millis): Promise<null> => new Promise((resolve) => setTimeout(resolve, delay, null));

/** The first offer that is accepted. Waits as long as an open page computes for the API, even if it is busy; null if there is none. */
async function takenOf(
  answerers: readonly AnsweringPage[],
  question: ApiQuestion,
  offers: Offer[],
  signal: AbortSignal,
  listens: () => Promise<boolean>,
): Promise<Offer | null> {
  const began = Date.now();
  for (let next = 0; next < answerers.length || (await listens()); next++) {
    if (signal.aborted || Date.now() - began > MAX_WAIT) return null;
    // The previous page keeps its offer: it may only be busy.
    if (next < answerers.length) offers.push(new Offer(answerers[next], question));
    if (offers.length === 0) return null;
    const taken = await Promise.race([...offers.map((one) => one.taken), after(PATIENCE)]);
    if (taken) return taken;
  }
  return null;
}

/**
 * Asks one page after the other until one accepts the question.
 * @param listens whether any page computes for the API, even if none has answered yet
 */
export async function askPages(
  answerers: readonly AnsweringPage[],
  question: ApiQuestion,
  signal: AbortSignal,
  listens: () => Promise<boolean> = someoneListens,
): Promise<Outcome<unknown>> {
  const offers: Offer[] = [];
  const canceled = new Promise<Outcome<never>>((resolve) => {
    const cancel = () => resolve(fail("canceled", "runtime/canceled"));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
  });
  const answer = async (): Promise<Outcome<unknown>> => {
    const taken = await takenOf(answerers, question, offers, signal, listens);
    if (!taken) return fail("not-loaded", "api/noPage");
    for (const one of offers) if (one !== taken) one.withdraw();
    return Promise.race([taken.answered, after(MAX_WAIT).then(() => fail("canceled", "api/timeout"))]);
  };
  const outcome = await Promise.race([canceled, answer()]);
  for (const one of offers) one.withdraw();
  return outcome;
}
