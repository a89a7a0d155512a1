import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "export-table": lazily(() => import("./export-table").then(({ exportTable }) => exportTable)),
  "write-table": lazily(() => import("./write-table").then(({ writeTable }) => writeTable)),
  "write-script": lazily(() => import("./write-script").then(({ writeScript }) => writeScript)),
  "write-report": lazily(() => import("./write-report").then(({ writeReport }) => writeReport)),
};
