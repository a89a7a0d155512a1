import { WORKSPACE } from "../../workers/contract";
import { storage } from "../client/compute";
import { isLeaving } from "../lib/leaving";
import { Records } from "./records";
import { sourceAtom } from "./source-atom";
import { type StrategyBody, strategySchema } from "./strategy-body";

/** Message if the list of strategies cannot be read. */
export const listFailed = (reason: string): string => `Failed to list strategies: ${reason}`;

/** The strategies stored on this device. */
export const strategies = new Records<StrategyBody>({ pool: storage, workspace: WORKSPACE, kind: "strategy", schema: strategySchema });

/** The strategies; the list is loaded on first use. */
export const strategiesAtom = sourceAtom({
  read: strategies.read,
  subscribe: (listener) => {
    void strategies.open().then(() => {
      const { unlisted } = strategies.read();
      if (unlisted && !isLeaving()) console.error(listFailed(unlisted));
    });
    return strategies.subscribe(listener);
  },
});
