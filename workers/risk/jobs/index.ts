import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "analyze-risk": lazily(() => import("./analyze-risk").then(({ analyzeRisk }) => analyzeRisk)),
  "measure-contributions": lazily(() => import("./measure-contributions").then(({ measureContributions }) => measureContributions)),
};
