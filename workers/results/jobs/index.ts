import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "compare-result": lazily(() => import("./compare-result").then(({ compareResult }) => compareResult)),
  "describe-result": lazily(() => import("./describe-result").then(({ describeResultJob }) => describeResultJob)),
  "make-key": lazily(() => import("./make-key").then(({ makeKey }) => makeKey)),
  "read-key": lazily(() => import("./read-key").then(({ readKey }) => readKey)),
  "read-result": lazily(() => import("./read-result").then(({ readResult }) => readResult)),
  "sign-report": lazily(() => import("./sign-report").then(({ signReportJob }) => signReportJob)),
  "write-result": lazily(() => import("./write-result").then(({ writeResult }) => writeResult)),
};
