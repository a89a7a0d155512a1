import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "export-table": () => import("./export-table"),
  "write-table": () => import("./write-table"),
  "write-script": () => import("./write-script"),
  "write-report": () => import("./write-report"),
});
