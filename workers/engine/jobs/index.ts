import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "analyze-market": lazily(() => import("./analyze-market").then(({ analyzeMarket }) => analyzeMarket)),
  "decide-columns": lazily(() => import("./decide-columns").then(({ decideColumns }) => decideColumns)),
  "decide-step": lazily(() => import("./decide-step").then(({ decideStep }) => decideStep)),
  "make-sample-prices": lazily(() => import("./make-sample-prices").then(({ makeSamplePrices }) => makeSamplePrices)),
  "prove-replay": lazily(() => import("./prove-replay").then(({ proveReplay }) => proveReplay)),
  "replay-market": lazily(() => import("./replay-market").then(({ replayMarket }) => replayMarket)),
};
