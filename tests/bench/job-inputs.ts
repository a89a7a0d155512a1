import type { JobContext } from "../../workers/lib/job";
import { garchReturns } from "./paths";

/** Prices whose log returns follow a GARCH(1,1) with Student's t. */
export function pricesOf(context: JobContext, length: number): Float64Array {
  let level = Math.log(100);
  return garchReturns(context, length, "t").map((percent) => {
    level += percent / 100;
    return Math.exp(level);
  });
}

/** What analyse-market asks for besides prices. */
export const jobSettings = {
  times: null,
  news: "Profits rise as demand stays strong",
  settings: { smaPeriod: null, emaPeriod: null, rsiPeriod: 14, annualisation: 252 },
};
