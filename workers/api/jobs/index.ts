import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "answer-api": lazily(() => import("./answer-api").then(({ answerApi }) => answerApi)),
  "forget-api-keys": lazily(() => import("./forget-api-keys").then(({ forgetApiKeys }) => forgetApiKeys)),
  "issue-api-token": lazily(() => import("./issue-api-token").then(({ issueApiToken }) => issueApiToken)),
  "read-api-usage": lazily(() => import("./read-api-usage").then(({ readApiUsage }) => readApiUsage)),
};
