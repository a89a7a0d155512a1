import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "diagnose-garch": () => import("./diagnose-garch"),
  "evaluate-garch": () => import("./evaluate-garch"),
  "fit-garch": () => import("./fit-garch"),
  "forecast-garch": () => import("./forecast-garch"),
  "profile-garch": () => import("./profile-garch"),
  "refit-garch": () => import("./refit-garch"),
  "search-garch": () => import("./search-garch"),
  "simulate-market": () => import("./simulate-market"),
  "standardize-returns": () => import("./standardize-returns"),
});
