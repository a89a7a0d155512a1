import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "analyze-articles": () => import("./analyze-articles"),
  "analyze-news": () => import("./analyze-news"),
  "make-news-question": () => import("./make-news-question"),
  "read-news": () => import("./read-news"),
  "reflect-news": () => import("./reflect-news"),
  "score-dated-news": () => import("./score-dated-news"),
  "write-news-script": () => import("./write-news-script"),
});
