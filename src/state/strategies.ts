import * as v from "valibot";
import { storage } from "../client/compute";
import { Records } from "./records";
import { sourceAtom } from "./source-atom";

/** What every screen may know of a saved strategy; what else it holds belongs to the screen that builds it. */
const strategySchema = v.looseObject({ name: v.string(), status: v.picklist(["active", "inactive"]) });

export type StrategyBody = v.InferOutput<typeof strategySchema>;

/** The strategies kept on this device. */
export const strategies = new Records<StrategyBody>({ pool: storage, workspace: "prospect", kind: "strategy", schema: strategySchema });

/** The strategies; reads the list from the device when it is first used. */
export const strategiesAtom = sourceAtom({
  read: strategies.read,
  subscribe: (listener) => {
    void strategies.open();
    return strategies.subscribe(listener);
  },
});
