import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "export-table": () => import("./export-table"),
  "write-table": () => import("./write-table"),
  "write-script": () => import("./write-script"),
  "write-report": () => import("./write-report"),
});
