import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "compare-page": () => import("./compare-page"),
  "compare-result": () => import("./compare-result"),
  "describe-result": () => import("./describe-result"),
  "make-key": () => import("./make-key"),
  "read-key": () => import("./read-key"),
  "read-result": () => import("./read-result"),
  "sign-report": () => import("./sign-report"),
  "write-result": () => import("./write-result"),
});
