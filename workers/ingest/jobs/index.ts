import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "add-rows": lazily(() => import("./add-rows").then(({ addRows }) => addRows)),
  "compare-versions": lazily(() => import("./compare-versions").then(({ compareVersions }) => compareVersions)),
  "cut-period": lazily(() => import("./cut-period").then(({ cutPeriod }) => cutPeriod)),
  "preview-reading": lazily(() => import("./preview-reading").then(({ previewReading }) => previewReading)),
  "read-series": lazily(() => import("./read-series").then(({ readSeries }) => readSeries)),
  "take-symbol": lazily(() => import("./take-symbol").then(({ takeSymbol }) => takeSymbol)),
};
