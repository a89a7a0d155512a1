import { locks } from "../capabilities";
import { fail, type Millis, type Outcome } from "../contract";
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

/** Held, shared, by every page that computes for the API, as long as it lives: it is there, however busy. */
const HOST_LOCK = "prospect-api-host";
export type HostLock = typeof HOST_LOCK;

/** A page that has not taken a question after this is skipped for the next one. */
const PATIENCE: Millis = 2000;
/** A browser ends an answer of a service worker after five minutes. */
const MAX_WAIT: Millis = 240_000;

/** Whether a page is open that computes for the API. */
async function someoneListens(): Promise<boolean> {
  const known = await locks()
    ?.query()
    .catch(() => null);
  return known?.held?.some(({ name }) => name === HOST_LOCK) ?? false;
}

/** A question that one page has been sent. */
class Offer {
  private readonly port: MessagePort;
  /** Resolves to this offer once the page says that it will answer. */
  readonly taken: Promise<Offer>;
  readonly answered: Promise<Outcome<unknown>>;

  constructor(answerer: Answerer, { kind, question }: ApiQuestion) {
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

  /** The page need not answer any more. */
  withdraw(): void {
    this.port.postMessage({ type: "cancel" } satisfies CancelMessage);
    this.port.close();
  }
}

const after = (delay: Millis): Promise<null> => new Promise((resolve) => setTimeout(resolve, delay, null));

/** The first offer that is taken. As long as a page is open that computes, it is waited for, however long it is busy; null if there is none. */
async function takenOf(
  answerers: readonly Answerer[],
  question: ApiQuestion,
  offers: Offer[],
  signal: AbortSignal,
  listens: () => Promise<boolean>,
): Promise<Offer | null> {
  const began = Date.now();
  for (let next = 0; next < answerers.length || (await listens()); next++) {
    if (signal.aborted || Date.now() - began > MAX_WAIT) return null;
    // The one before keeps its offer: it may be busy, and come to it after all.
    if (next < answerers.length) offers.push(new Offer(answerers[next], question));
    if (offers.length === 0) return null;
    const taken = await Promise.race([...offers.map((one) => one.taken), after(PATIENCE)]);
    if (taken) return taken;
  }
  return null;
}

/**
 * Asks one page after the other until one takes the question.
 * @param listens whether there is a page that computes, even where none has answered yet
 */
export async function askPages(
  answerers: readonly Answerer[],
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
