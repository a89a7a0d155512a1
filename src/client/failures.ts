import { hasSimd } from "../../workers/capabilities";
import { fail, type Outcome } from "../../workers/contract";
import { loadTexts } from "../lib/texts.ts";

/* The endings a worker cannot report itself, because it is gone or was never asked. */
export const canceled = () => fail("canceled", "runtime/canceled");
export const crashed = () => fail("crashed", "runtime/crashed");
/** A worker that could not start: its files cannot be had, or this browser cannot run them. */
export const notLoaded = () => fail("not-loaded", hasSimd() ? "runtime/notLoaded" : "runtime/browserTooOld");

/** What an exception ends work of the page with: a file of the app that could not be fetched, as each engine says it, or a bug. */
export function thrown(error: unknown): Outcome<never> {
  if (/\bmodule\b/i.test(String(error))) return notLoaded();
  console.error(error);
  return crashed();
}

/** What another thread answered. The texts of failures come with the first one, so that whoever is told can say why. */
export async function sayable<T>(outcome: Outcome<T>): Promise<Outcome<T>> {
  if (!outcome.ok && outcome.failure.code !== "canceled") await loadTexts();
  return outcome;
}
