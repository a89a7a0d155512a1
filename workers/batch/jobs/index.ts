import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "answer-series": () => import("./answer-series"),
  "ask-question": () => import("./ask-question"),
  "digest-rows": () => import("./digest-rows"),
  "list-sources": () => import("./list-sources"),
  "list-watched": () => import("./list-watched"),
  "mark-files": () => import("./mark-files"),
  "open-source": () => import("./open-source"),
  "watch-series": () => import("./watch-series"),
  "write-rows": () => import("./write-rows"),
});
