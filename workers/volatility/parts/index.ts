import { lazily } from "../../runtime/lazy-job";

/** One line per piece of its jobs, which only `inParallel` may call; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const parts = {
  "fit-candidate": lazily(() => import("./fit-candidate").then(({ fitCandidate }) => fitCandidate)),
  "refit-subsample": lazily(() => import("./refit-subsample").then(({ refitSubsample }) => refitSubsample)),
};
