import * as v from "valibot";
import { seedSetting } from "../performance/schema";
import { type NumberFacts, numeric, refuses, valuesOf } from "../runtime/schema";
import { AUTO, PRICES, RETURNS } from "../series/schema";

export const KINDS = [
  AUTO,
  { ...PRICES, note: "their log returns are analyzed" },
  { ...RETURNS, note: "analyzed as given" },
  { value: "values", label: "Any series", note: "analyzed as it is: maps, flows, measurements" },
] as const;
export const LAG_RULES = [
  { value: "autocorrelation", label: "Autocorrelation below 1 − 1/e" },
  { value: "information", label: "First minimum of mutual information" },
] as const;
export const METHODS = [
  { value: "iaaft", label: "IAAFT", note: "same values and spectrum, tests against linear dynamics" },
  { value: "shuffle", label: "Shuffled", note: "against independence" },
] as const;

const automatic = (facts: Omit<NumberFacts, "whole">) => v.optional(v.nullable(numeric({ ...facts, whole: true })), null);
const MAX_STEPS = 500;

/** Settings of the embedding and the curve; null for automatic. */
export const embeddingEntries = {
  lag: automatic({ label: "Lag", min: 1, refusal: refuses("chaos/lag") }),
  dimension: automatic({ label: "Dimension", min: 1, max: 20, refusal: refuses("chaos/dimension") }),
  theiler: automatic({ label: "Theiler window", min: 0, refusal: refuses("chaos/theiler") }),
  /** Last step of the divergence curve. */
  steps: automatic({ label: "Tracked steps", min: 2, max: MAX_STEPS, refusal: refuses("chaos/steps") }),
};

const ofRegion = (label: string, min: number) => numeric({ label, whole: true, min, max: MAX_STEPS, refusal: refuses("chaos/region") });
/** First and last step of the fit. */
export const regionEntries = { from: ofRegion("Fit from step", 0), to: ofRegion("Fit to step", 1) };
const region = v.pipe(
  v.object(regionEntries),
  v.check(({ from, to }) => to > from, refuses("chaos/region")),
);

export const surrogateEntries = {
  count: v.optional(v.picklist([19, 39, 99], refuses("chaos/surrogates")), 39),
  method: v.optional(v.picklist(valuesOf(METHODS)), "iaaft"),
  seed: seedSetting,
};

export const lyapunovSchema = v.object({
  /** Time between two values, the unit of the exponent. */
  interval: v.optional(numeric({ label: "Sampling interval", above: 0, refusal: refuses("chaos/interval") }), 1),
  settings: v.optional(
    v.object({
      ...embeddingEntries,
      /** Rule for an automatic lag. */
      lagRule: v.optional(v.picklist(valuesOf(LAG_RULES)), "autocorrelation"),
      region: v.optional(v.nullable(region), null),
    }),
    {},
  ),
  surrogates: v.optional(v.object(surrogateEntries), {}),
});
export type LyapunovAsk = v.InferInput<typeof lyapunovSchema>;
