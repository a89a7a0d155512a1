import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "diagnose-garch": lazily(() => import("./diagnose-garch").then(({ diagnoseGarch }) => diagnoseGarch)),
  "evaluate-garch": lazily(() => import("./evaluate-garch").then(({ evaluateGarch }) => evaluateGarch)),
  "fit-garch": lazily(() => import("./fit-garch").then(({ fitGarchJob }) => fitGarchJob)),
  "forecast-garch": lazily(() => import("./forecast-garch").then(({ forecastGarch }) => forecastGarch)),
  "profile-garch": lazily(() => import("./profile-garch").then(({ profileGarch }) => profileGarch)),
  "refit-garch": lazily(() => import("./refit-garch").then(({ refitGarch }) => refitGarch)),
  "search-garch": lazily(() => import("./search-garch").then(({ searchGarch }) => searchGarch)),
  "simulate-market": lazily(() => import("./simulate-market").then(({ simulateMarket }) => simulateMarket)),
  "standardize-returns": lazily(() => import("./standardize-returns").then(({ standardizeReturns }) => standardizeReturns)),
};
