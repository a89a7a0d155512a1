import { useCallback, useSyncExternalStore } from "react";
import type { GenericSchema } from "valibot";
import { type InputKeeper, InputStore } from "./input-store";
import { type Source, sourceAtom } from "./source-atom";
import { spareTexts } from "./spare-texts";

/** Store of all screens' inputs; screens use the exports below. */
export const inputStore = new InputStore(() => localStorage, spareTexts);

// A hidden page may be terminated without notice, especially on a phone.
window.addEventListener("pagehide", () => inputStore.flush());
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && inputStore.flush());

/** Where inputs are currently stored. */
export const inputKeeper: Source<InputKeeper> = { read: inputStore.keeper, subscribe: inputStore.subscribe };

/** Changes when inputs of an earlier visit have loaded late: screens that have read theirs start over. */
export const inputReturnsAtom = sourceAtom({ read: inputStore.returns, subscribe: inputStore.subscribe });

/** Offers values for inputs of a screen, open or not; see `InputStore.offer`. */
export const offerInputs = inputStore.offer.bind(inputStore);
/** The inputs of a screen, for work that continues while the screen is closed. */
export const readInputs = inputStore.get.bind(inputStore) as typeof inputStore.get;
/** Writes recent input. */
export const flushInputs = inputStore.flush.bind(inputStore);

export interface ScreenInputs<Inputs> {
  inputs: Inputs;
  /** The current inputs, even before they are rendered: for work that has waited for something. */
  current: () => Inputs;
  /** Changes some of the inputs. */
  change: (changes: Partial<Inputs>) => void;
  /** Resets to the defaults. */
  reset: () => void;
}

/**
 * The inputs of a screen, which survive leaving the screen and reloading the page. Small values only: a series is stored in the workspace,
 * and a screen remembers its hash. `schema` and `defaults` are constants of the screen; `screen` is its name in URLs.
 */
export function useScreenInputs<Inputs extends object>(
  screen: string,
  schema: GenericSchema<unknown, Inputs>,
  defaults: Inputs,
): ScreenInputs<Inputs> {
  const current = useCallback(() => inputStore.get(screen, schema, defaults), [screen, schema, defaults]);
  const inputs = useSyncExternalStore(inputStore.subscribe, current);
  const change = useCallback(
    (changes: Partial<Inputs>) => inputStore.set(screen, { ...current(), ...changes }, Object.keys(changes)),
    [screen, current],
  );
  const reset = useCallback(() => inputStore.set(screen, defaults), [screen, defaults]);
  return { inputs, current, change, reset };
}
