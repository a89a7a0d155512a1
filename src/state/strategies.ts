import { messages } from "../../workers/messages";
import { storage } from "../client/compute";
import { Records } from "./records";
import { sourceAtom } from "./source-atom";
import { type StrategyBody, strategySchema } from "./strategy-body";

/** The strategies kept on this device. */
export const strategies = new Records<StrategyBody>({ pool: storage, workspace: "prospect", kind: "strategy", schema: strategySchema });

/** The strategies; reads the list from the device when it is first used. */
export const strategiesAtom = sourceAtom({
  read: strategies.read,
  subscribe: (listener) => {
    void strategies.open().then(() => {
      const { unlisted } = strategies.read();
      if (unlisted) console.error(messages.strategyListFailed(unlisted));
    });
    return strategies.subscribe(listener);
  },
});
