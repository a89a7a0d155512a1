import * as v from "valibot";
import { embeddingEntries, KINDS, LAG_RULES, regionEntries, surrogateEntries } from "../../../workers/chaos/schema";
import { emptied, valuesOf } from "../../../workers/runtime/schema";

const { count, method, seed } = surrogateEntries;

/** All inputs of the screen except the data; stored across a reload. Empty means automatic. */
export const lyapunovSettingsSchema = v.object({
  kind: v.picklist(valuesOf(KINDS)),
  /** Name of the column of closes; null for the column with that name. */
  column: v.nullable(v.string()),
  ...emptied(embeddingEntries),
  lagRule: v.picklist(valuesOf(LAG_RULES)),
  ...emptied(regionEntries),
  surrogates: v.picklist(["19", "39", "99"]),
  method,
  ...emptied({ seed }),
});

export type LyapunovSettings = v.InferOutput<typeof lyapunovSettingsSchema>;

export const LYAPUNOV_DEFAULTS: LyapunovSettings = {
  kind: "auto",
  column: null,
  ...v.getDefaults(v.object({ ...embeddingEntries, method, seed })),
  lagRule: "autocorrelation",
  from: null,
  to: null,
  surrogates: `${v.getDefault(count)}`,
};
