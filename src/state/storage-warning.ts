import { inputsInDatabase, refused } from "../../workers/storage/messages";
import { inputKeeper } from "./screen-inputs";
import { sourceAtom } from "./source-atom";
import { workspace } from "./workspace";

const INPUT_WARNINGS = { device: null, database: inputsInDatabase, memory: refused } as const;

/** What the device does not keep or could not give back, in words for the user; null when all is well. */
export const storageWarningAtom = sourceAtom({
  read: () => workspace.read().warning ?? INPUT_WARNINGS[inputKeeper.read()],
  subscribe: (listener) => {
    const stops = [workspace.subscribe(listener), inputKeeper.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
});
