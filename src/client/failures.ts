import { hasSimd } from "../../workers/capabilities";
import { fail, type Outcome } from "../../workers/contract";
import { loadTexts } from "../lib/texts.ts";

/* Failures a worker cannot report itself, because it is gone or was never asked. */
export const canceled = () => fail("canceled", "runtime/canceled");
export const crashed = () => fail("crashed", "runtime/crashed");
/** A worker could not start: its files cannot be loaded, or this browser does not support them. */
export const notLoaded = () => fail("not-loaded", hasSimd() ? "runtime/notLoaded" : "runtime/browserTooOld");

/** The failure for an exception thrown on the page: an app file that could not be loaded, in each engine's wording, or a bug. */
export function thrown(error: unknown): Outcome<never> {
  if (/\bmodule\b/i.test(String(error))) return notLoaded();
  console.error(error);
  return crashed();
}

/** An outcome from another thread. On a failure the texts are loaded first, so that the caller can show it. */
export async function withTexts<T>(outcome: Outcome<T>): Promise<Outcome<T>> {
  if (!outcome.ok && outcome.failure.code !== "canceled") await loadTexts();
  return outcome;
}
