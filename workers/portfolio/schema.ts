import * as v from "valibot";
import { yearEntries } from "../performance/schema";
import { confidenceSetting } from "../risk/schema";
import { numeric, refuses } from "../runtime/schema";

export const budgetEntries = {
  /** Deepest drawdown over the sample; what has to stay out for it is cash. Null for none. */
  drawdownCap: v.optional(
    v.nullable(numeric({ label: "Cap on the drawdown", unit: "%", above: 0, max: 1, refusal: refuses("portfolio/drawdownCap") })),
    null,
  ),
  confidence: confidenceSetting,
  perYear: yearEntries.periodsPerYear,
  riskFree: yearEntries.riskFree,
};
export const budgetSchema = v.object(budgetEntries);
