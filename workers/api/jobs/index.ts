import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "answer-api": () => import("./answer-api"),
  "forget-api-keys": () => import("./forget-api-keys"),
  "issue-api-token": () => import("./issue-api-token"),
  "read-api-usage": () => import("./read-api-usage"),
});
