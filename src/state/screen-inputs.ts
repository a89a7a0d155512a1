import { useCallback, useSyncExternalStore } from "react";
import type { GenericSchema } from "valibot";
import { type InputKeeper, InputStore } from "./input-store";
import { type Source, sourceAtom } from "./source-atom";
import { spareTexts } from "./spare-texts";

/** The inputs of all screens; screens use what follows. */
export const inputStore = new InputStore(() => localStorage, spareTexts);

// A hidden page may be ended without another word, above all on a phone.
window.addEventListener("pagehide", () => inputStore.flush());
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && inputStore.flush());

/** Who keeps what is entered. */
export const inputKeeper: Source<InputKeeper> = { read: inputStore.keeper, subscribe: inputStore.subscribe };

/** Changes when inputs of an earlier visit came late: screens that have read theirs begin again. */
export const inputReturnsAtom = sourceAtom({ read: inputStore.returns, subscribe: inputStore.subscribe });

/** Values for inputs of a screen that is opened next, or open; see `InputStore.offer`. */
export const offerInputs = inputStore.offer.bind(inputStore);
/** The inputs of a screen, for work that goes on while the screen is not open. */
export const readInputs = inputStore.get.bind(inputStore) as typeof inputStore.get;
/** Writes down what was entered a moment ago. */
export const flushInputs = inputStore.flush.bind(inputStore);

export interface ScreenInputs<Inputs> {
  inputs: Inputs;
  /** The inputs as they are now, also before they are drawn: for work that has waited for something. */
  current: () => Inputs;
  /** Changes some of the inputs. */
  change: (changes: Partial<Inputs>) => void;
  /** Reset to defaults. */
  reset: () => void;
}

/**
 * The inputs of a screen, which outlive leaving the screen and reloading the page. Small values only: a series is kept in the workspace, and
 * a screen remembers its hash. `schema` and `defaults` are constants of the screen; `screen` is its name in addresses.
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
