import * as v from "valibot";

/** What every screen may know of a saved strategy; what else it holds belongs to the screen that builds it. */
export const strategySchema = v.looseObject({ name: v.string(), status: v.picklist(["active", "inactive"]) });

export type StrategyBody = v.InferOutput<typeof strategySchema>;
