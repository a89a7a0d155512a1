import * as v from "valibot";
import { drawingSchema, MAX_DRAWINGS } from "../../workers/indicators/schema";

/** The drawings on one series. */
export const drawingsSchema = v.object({
  /** Hash of the series. */
  dataset: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  drawings: v.pipe(v.array(drawingSchema), v.maxLength(MAX_DRAWINGS)),
});
export type DrawingsBody = v.InferOutput<typeof drawingsSchema>;
