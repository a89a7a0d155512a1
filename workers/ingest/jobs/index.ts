import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "add-rows": () => import("./add-rows"),
  "compare-versions": () => import("./compare-versions"),
  "cut-period": () => import("./cut-period"),
  "find-jumps": () => import("./find-jumps"),
  "preview-reading": () => import("./preview-reading"),
  "read-series": () => import("./read-series"),
  "take-symbol": () => import("./take-symbol"),
});
