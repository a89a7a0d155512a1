import type { JobContext } from "../../workers/runtime/job";
import { garchReturns } from "./paths";

/** Prices whose log returns follow a GARCH(1,1) with Student's t. */
export function pricesOf(context: JobContext, length: number): Float64Array {
  let level = Math.log(100);
  return garchReturns(context, length, "t").map((percent) => {
    level += percent / 100;
    return Math.exp(level);
  });
}

const DAY = 86_400_000;

/** Values dated daily from 1970 on, with every so many of them missing. */
export function datedOf({ name, values }: { name: string; values: Float64Array }, every: number) {
  const kept = values.filter((_, t) => t % every !== every - 1);
  const days = Float64Array.from(values, (_, t) => t * DAY).filter((_, t) => t % every !== every - 1);
  return { name, values: kept, times: days };
}

/** Inputs of analyze-market besides prices. */
export const jobSettings = {
  times: null,
  news: "Profits rise as demand stays strong",
  settings: { smaPeriod: null, emaPeriod: null, rsiPeriod: 14, annualization: 252 },
};
