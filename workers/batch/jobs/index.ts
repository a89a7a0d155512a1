import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "answer-series": lazily(() => import("./answer-series").then(({ answerSeries }) => answerSeries)),
  "digest-rows": lazily(() => import("./digest-rows").then(({ digestRows }) => digestRows)),
  "list-sources": lazily(() => import("./list-sources").then(({ listSources }) => listSources)),
  "mark-files": lazily(() => import("./mark-files").then(({ markFiles }) => markFiles)),
  "open-source": lazily(() => import("./open-source").then(({ openSource }) => openSource)),
  "write-rows": lazily(() => import("./write-rows").then(({ writeRows }) => writeRows)),
};
