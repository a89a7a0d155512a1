import * as v from "valibot";
import { modelSchema, optionsSchema, VARIANCES } from "./schema";

/** A model and its search settings, as passed to another tool: fitted again to the same returns it gives the same model. */
export const handedModelSchema = v.object({
  variance: v.picklist(VARIANCES),
  ...modelSchema.entries,
  targeting: v.optional(v.boolean(), false),
  decay: v.optional(modelSchema.entries.decay, null),
  options: optionsSchema,
});
export type HandedModel = v.InferOutput<typeof handedModelSchema>;
