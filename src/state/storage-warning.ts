import { messages } from "../../workers/messages";
import { inputsRefused } from "./screen-inputs";
import { sourceAtom } from "./source-atom";
import { workspace } from "./workspace";

/** What the device does not keep or could not give back, in words for the person; null when all is well. */
export const storageWarningAtom = sourceAtom({
  read: () => workspace.read().warning ?? (inputsRefused.read() ? messages.storageRefused : null),
  subscribe: (listener) => {
    const stops = [workspace.subscribe(listener), inputsRefused.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
});
