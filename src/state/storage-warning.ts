import { because } from "../../workers/contract";
import { failureText, isTextLoaded, loadTexts, settledTexts } from "../lib/texts.ts";
import { inputKeeper } from "./screen-inputs";
import { sourceAtom } from "./source-atom";
import { workspace } from "./workspace";

const INPUT_WARNINGS = { device: null, database: "storage/inputsInDatabase", memory: "storage/refused" } as const;

/** Available once the texts have loaded: they are not part of the first load. */
function inputWarning(): string | null {
  const reason = INPUT_WARNINGS[inputKeeper.read()];
  if (reason === null) return null;
  const cause = because(reason);
  if (isTextLoaded(cause)) return failureText(cause);
  void loadTexts();
  return null;
}

/** Whether the device does not even store inputs: no other storage is left. */
export const keepsNothingAtom = sourceAtom({ read: () => inputKeeper.read() === "memory", subscribe: inputKeeper.subscribe });

/** Message about data the device does not store or could not return; null if everything is fine. */
export const storageWarningAtom = sourceAtom({
  read: () => workspace.read().warning ?? inputWarning(),
  subscribe: (listener) => {
    const stops = [workspace.subscribe(listener), inputKeeper.subscribe(listener), settledTexts.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
});
