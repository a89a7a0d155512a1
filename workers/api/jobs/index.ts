import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "answer-api": () => import("./answer-api"),
  "forget-api-keys": () => import("./forget-api-keys"),
  "issue-api-token": () => import("./issue-api-token"),
  "read-api-usage": () => import("./read-api-usage"),
});
