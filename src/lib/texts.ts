import type { Cause, Reason } from "../../workers/contract";
import * as own from "../../workers/runtime/messages";
import { loadUnlessLeaving } from "./leaving";
import { Store } from "./store";

/** Texts available from the first load; the text of `runtime/said` is among its parameters. */
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
/** True once the texts have loaded, or failed to. */
export const settledTexts = new Store(false);

/**
 * Loads the texts of failures, which are not part of the first load. Never rejects: without them a failure reports that a part is missing.
 */
export function loadTexts(): Promise<void> {
  loading ??= loadUnlessLeaving(() => import("../../workers/texts")).then(
    (texts) => {
      words = texts.failureText;
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
export const logFailure = (cause: Cause): Promise<void> => loadTexts().then(() => console.error(failureText(cause)));

/** Whether the text of a failure is available now. */
export const isTextLoaded = ({ reason }: Cause): boolean => settledTexts.read() || reason in OWN;

/** The text of a failure. Requires `loadTexts` to have settled; the pool awaits it before it returns a failure. */
export function failureText(cause: Cause): string {
  if (words) return words(cause);
  const { reason, params } = cause;
  return reason === "runtime/said" ? String(params?.text) : (OWN[reason] ?? own.notLoaded);
}
