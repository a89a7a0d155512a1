import { INPUT_PREFIX } from "./input-store";
import { inputStore } from "./screen-inputs";

/** What is kept of all screens, as texts. */
export function keptInputs(): string[] {
  const spared = Object.values(inputStore.sparedTexts());
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(INPUT_PREFIX));
    return [...names.map((name) => localStorage.getItem(name) ?? ""), ...spared];
  } catch {
    return spared;
  }
}

/**
 * Takes inputs of a backup by the names they have on the device; where that refuses, its database keeps them.
 * @param replace also where this device has others
 */
export function takeInputs(texts: Record<string, string>, replace: boolean): void {
  inputStore.flush();
  for (const [name, text] of Object.entries(texts)) {
    const screen = name.slice(INPUT_PREFIX.length);
    if (name.startsWith(INPUT_PREFIX) && (replace || !inputStore.has(screen))) inputStore.takeText(screen, text);
  }
}
