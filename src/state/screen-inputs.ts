import { useCallback, useSyncExternalStore } from "react";
import type { GenericSchema } from "valibot";
import { INPUT_PREFIX, type InputKeeper, InputStore } from "./input-store";
import { type Source, sourceAtom } from "./source-atom";
import { spareTexts } from "./spare-texts";

const store = new InputStore(() => localStorage, spareTexts);

// A hidden page may be ended without another word, above all on a phone.
window.addEventListener("pagehide", () => store.flush());
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && store.flush());

/** Who keeps what is entered. */
export const inputKeeper: Source<InputKeeper> = { read: store.keeper, subscribe: store.subscribe };

/** Changes when inputs of an earlier visit came late: screens that have read theirs begin again. */
export const inputReturnsAtom = sourceAtom({ read: store.returns, subscribe: store.subscribe });
/** Inputs the database holds because the device's texts are full or refused. */
export const sparedTexts = store.sparedTexts;

/** What is kept of all screens, as texts. */
export function keptInputs(): string[] {
  const spared = Object.values(sparedTexts());
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(INPUT_PREFIX));
    return [...names.map((name) => localStorage.getItem(name) ?? ""), ...spared];
  } catch {
    return spared;
  }
}

/** Values for inputs of a screen that is opened next, or open; see `InputStore.offer`. */
export const offerInputs = store.offer.bind(store);
/** The inputs of a screen, for work that goes on while the screen is not open. */
export const readInputs = store.get.bind(store) as typeof store.get;
/** Writes down what was entered a moment ago. */
export const flushInputs = store.flush.bind(store);
/** Lets go of everything that was entered, because the device has been erased. */
export const forgetInputs = store.forget.bind(store);
/**
 * Takes inputs of a backup by the names they have on the device; where that refuses, its database keeps them.
 * @param replace also where this device has others
 */
export function takeInputs(texts: Record<string, string>, replace: boolean): void {
  store.flush();
  for (const [name, text] of Object.entries(texts)) {
    const screen = name.slice(INPUT_PREFIX.length);
    if (name.startsWith(INPUT_PREFIX) && (replace || !store.has(screen))) store.takeText(screen, text);
  }
}

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
  const current = useCallback(() => store.get(screen, schema, defaults), [screen, schema, defaults]);
  const inputs = useSyncExternalStore(store.subscribe, current);
  const change = useCallback(
    (changes: Partial<Inputs>) => store.set(screen, { ...current(), ...changes }, Object.keys(changes)),
    [screen, current],
  );
  const reset = useCallback(() => store.set(screen, defaults), [screen, defaults]);
  return { inputs, current, change, reset };
}
