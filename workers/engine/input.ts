import { because, type Cause, type Count, fail, type Outcome } from "../contract";
import { describeAt } from "../numerics/describe";
import { troubleWithNumbers } from "../numerics/finite";
import type { JobContext } from "../runtime/job";
import type { RegimeLimits } from "./types";

/** Settings of the engine that are its own: the averages only accompany the picture. */
export interface EngineSettings {
  rsiPeriod: Count;
  /** Steps per year. */
  annualization: Count;
  /** Limits of the combined score by regime; null or none for those of the rules. */
  limits?: RegimeLimits | null;
}

const MAX_PERIOD = 2 ** 30;
const isPeriod = (period: number): boolean => Number.isInteger(period) && period >= 1 && period < MAX_PERIOD;
const areLimits = (limits: RegimeLimits): boolean => Object.values(limits).every(({ buy, sell }) => sell >= 0 && sell < buy && buy <= 1);

/** What is wrong with the settings, or null. */
export function troubleWithSettings(settings: EngineSettings & { smaPeriod?: Count | null; emaPeriod?: Count | null }): Cause | null {
  const { smaPeriod, emaPeriod, rsiPeriod, annualization, limits } = settings;
  if (![smaPeriod ?? 1, emaPeriod ?? 1, rsiPeriod].every(isPeriod)) return because("engine/indicatorPeriod");
  if (!(annualization > 0 && Number.isFinite(annualization))) return because("numerics/annualization");
  return limits && !areLimits(limits) ? because("engine/limits") : null;
}

/** What is wrong with prices in the kernels' memory: one that is no number, or two so far apart that no return lies between them. */
export function troubleWithPrices(context: JobContext, prices: Float64Array, address: number): Outcome<never> | null {
  const { length } = prices;
  const odd = troubleWithNumbers(context, address, length, prices);
  if (odd) return odd;
  const { minimum, maximum } = describeAt(context, address, 0, length);
  const apart = minimum !== null && minimum > 0 && maximum !== null && !Number.isFinite(maximum / minimum);
  return apart ? fail("bad-input", "series/tooLargeValues") : null;
}

/** All prices as one column: those of a CSV after the typed ones. */
export function joined(prices: Float64Array, appended: Float64Array | null | undefined, context: JobContext): Float64Array {
  if (!appended) return prices;
  const all = context.column(prices.length + appended.length);
  all.set(prices);
  all.set(appended, prices.length);
  return all;
}
