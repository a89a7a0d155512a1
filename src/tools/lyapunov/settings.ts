import * as v from "valibot";
import { embeddingEntries, regionEntries, surrogateEntries } from "../../../workers/chaos/schema";
import { emptied } from "../../../workers/runtime/schema";

const { count, method, seed } = surrogateEntries;

/** All inputs of the screen except the data; stored across a reload. Empty means automatic. */
export const lyapunovSettingsSchema = v.object({
  kind: v.picklist(["auto", "prices", "returns", "values"]),
  /** Name of the column of closes; null for the column with that name. */
  column: v.nullable(v.string()),
  ...emptied(embeddingEntries),
  lagRule: v.picklist(["autocorrelation", "information"]),
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
