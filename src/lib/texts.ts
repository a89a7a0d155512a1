import type { Cause, Reason } from "../../workers/contract";
import * as own from "../../workers/runtime/messages";
import { loadUnlessLeaving } from "./leaving";
import { Store } from "./store";

/** Texts loaded with the page; texts from elsewhere are not needed at all. */
const OWN: Partial<Record<Reason, string>> = {
  "runtime/canceled": own.canceled,
  "runtime/browserTooOld": own.browserTooOld,
  "runtime/crashed": own.crashed,
  "runtime/notLoaded": own.notLoaded,
  "runtime/tooLarge": own.tooLarge,
  "runtime/said": "",
};

let words: ((cause: Cause) => string) | null = null;
let loading: Promise<void> | null = null;
/** True once the texts are there, or could not be fetched. */
export const settledTexts = new Store(false);

/** Fetches the texts of failures, which no page carries from the start. Never rejects: without them a failure says that a part is missing. */
export function loadTexts(): Promise<void> {
  loading ??= loadUnlessLeaving(() => import("../../workers/texts")).then(
    (texts) => {
      words = texts.inWords;
      settledTexts.set(true);
    },
    (error: unknown) => {
      console.error(error);
      loading = null;
      settledTexts.set(true);
    },
  );
  return loading;
}

/** Writes a failure to the console. */
export const logFailure = (cause: Cause): Promise<void> => loadTexts().then(() => console.error(inWords(cause)));

/** Whether a failure can be said by now. */
export const canSay = ({ reason }: Cause): boolean => settledTexts.read() || reason in OWN;

/** The text of a failure, for whoever has awaited `loadTexts`; the pool has, before it hands out a failure. */
export function inWords(cause: Cause): string {
  if (words) return words(cause);
  const { reason, params } = cause;
  return reason === "runtime/said" ? String(params?.text) : (OWN[reason] ?? own.notLoaded);
}
