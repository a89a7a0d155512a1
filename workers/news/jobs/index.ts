import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "analyze-articles": lazily(() => import("./analyze-articles").then(({ analyzeArticles }) => analyzeArticles)),
  "analyze-news": lazily(() => import("./analyze-news").then(({ analyzeNewsJob }) => analyzeNewsJob)),
  "make-news-question": lazily(() => import("./make-news-question").then(({ makeNewsQuestion }) => makeNewsQuestion)),
  "read-news": lazily(() => import("./read-news").then(({ readNews }) => readNews)),
  "reflect-news": lazily(() => import("./reflect-news").then(({ reflectNews }) => reflectNews)),
  "score-dated-news": lazily(() => import("./score-dated-news").then(({ scoreDatedNews }) => scoreDatedNews)),
  "score-news": lazily(() => import("./score-news").then(({ scoreNews }) => scoreNews)),
};
