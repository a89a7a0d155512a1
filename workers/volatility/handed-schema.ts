import * as v from "valibot";
import { modelSchema, optionsSchema, VARIANCES } from "./schema";

/** A model and how it is searched, as another tool is handed it: fitted again to the same returns it is the same model. */
export const handedModelSchema = v.object({
  variance: v.picklist(VARIANCES),
  ...modelSchema.entries,
  targeting: v.optional(v.boolean(), false),
  decay: v.optional(modelSchema.entries.decay, null),
  options: optionsSchema,
});
export type HandedModel = v.InferOutput<typeof handedModelSchema>;
