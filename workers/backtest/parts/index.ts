import { lazyJobs } from "../../runtime/lazy-job";

/** One line per part of its jobs, which only `inParallel` may call; each is loaded on demand. */
// biome-ignore format: one line per job
export const parts = lazyJobs({
  "run-candidates": () => import("./run-candidates"),
  "stress-check": () => import("./stress-check"),
  "sweep-part": () => import("./sweep-part"),
});
