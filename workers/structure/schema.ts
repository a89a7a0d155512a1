import * as v from "valibot";
import { numeric, refuses } from "../runtime/schema";

const whole = (label: string, unit: string, [min, max]: [number, number], refusal: string, usual: number) =>
  v.optional(numeric({ label, unit, whole: true, min, max, refusal }), usual);
const [order, window, shape] = [refuses("structure/entropyOrder"), refuses("structure/entropyWindow"), refuses("structure/shapeWindow")];

/** Progress label of the comparison of windows. */
export const COMPARING = "Computing the matrix profile";

export const structureEntries = {
  /** Of the ordinal patterns. */
  delay: whole("Pattern delay", "steps", [1, 1000], order, 1),
  /** Of Kaufman's efficiency. */
  period: whole("Efficiency period", "steps", [1, 10_000], refuses("engine/indicatorPeriod"), 10),
  /** Values in a pattern, and patterns in a window of the rolling entropy. */
  order: whole("Pattern order", "values", [3, 7], order, 4),
  window: whole("Entropy window", "steps", [1, 65_536], window, 128),
  /** Values per window of the matrix profile; 0 for none. */
  shape: whole("Profile window", "values", [0, 10_000], shape, 22),
  /** Number of latest values in the profile. */
  reach: whole("Profile reach", "values", [1, 1_048_576], shape, 20_000),
};
export const structureSchema = v.pipe(
  v.object(structureEntries),
  v.check((settings) => settings.window > settings.order, window),
  v.check((settings) => settings.shape === 0 || settings.shape >= 4, shape),
);
