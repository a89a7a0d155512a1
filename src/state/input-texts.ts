import { INPUT_PREFIX } from "./input-store";
import { inputStore } from "./screen-inputs";

/** The stored texts of all screens. */
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
 * Restores inputs from a backup by their storage keys; stored in the database if local storage refuses.
 * @param replace also overwrite existing ones
 */
export function takeInputs(texts: Record<string, string>, replace: boolean): void {
  inputStore.flush();
  for (const [name, text] of Object.entries(texts)) {
    const screen = name.slice(INPUT_PREFIX.length);
    if (name.startsWith(INPUT_PREFIX) && (replace || !inputStore.has(screen))) inputStore.takeText(screen, text);
  }
}
