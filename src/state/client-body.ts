import * as v from "valibot";
import { weightSetting } from "../../workers/portfolio/budget-schema";

const text = v.string();
const MAX_NAME = 200;
const MAX_NOTE = 5000;
const name = v.pipe(text, v.nonEmpty(), v.maxLength(MAX_NAME));

const holdingSchema = v.object({
  /** Content hash of the dataset in the workspace. */
  hash: v.pipe(text, v.nonEmpty()),
  /** Its name when it was added, shown if the dataset has been deleted. */
  name: text,
  /** Weight as a fraction: 0.25 is 25%; negative for debt. */
  weight: weightSetting,
});

const portfolioSchema = v.object({ id: v.pipe(text, v.nonEmpty()), name, holdings: v.array(holdingSchema) });

export const clientSchema = v.object({ name, note: v.pipe(text, v.maxLength(MAX_NOTE)), portfolios: v.array(portfolioSchema) });

/** A dataset with its weight in a portfolio. */
export type Holding = v.InferOutput<typeof holdingSchema>;
/** Datasets with weights; the remainder to 100% is cash. */
export type Portfolio = v.InferOutput<typeof portfolioSchema>;
export type ClientBody = v.InferOutput<typeof clientSchema>;
