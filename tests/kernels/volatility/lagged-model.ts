import type { ModelAsk } from "../../../workers/volatility/garch-model";

/** What is asked of a FIGARCH or a HAR: normal shocks, the sample's own variance before it. */
export const askLagged = (variance: "figarch" | "har", change: Partial<ModelAsk> = {}): ModelAsk => ({
  variance,
  p: 1,
  q: 1,
  distribution: "normal",
  preSample: "sample",
  ...change,
});
