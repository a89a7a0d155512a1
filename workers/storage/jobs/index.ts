import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "allow-hosts": () => import("./allow-hosts"),
  "check-data": () => import("./check-data"),
  "digest-value": () => import("./digest-value"),
  "find-series-store": () => import("./find-series-store"),
  "list-records": () => import("./list-records"),
  "list-series": () => import("./list-series"),
  "load-series": () => import("./load-series"),
  "make-backup": () => import("./make-backup"),
  "open-sealed": () => import("./open-sealed"),
  "probe-database": () => import("./probe-database"),
  "read-backup": () => import("./read-backup"),
  "remove-record": () => import("./remove-record"),
  "remove-series": () => import("./remove-series"),
  "rename-series": () => import("./rename-series"),
  "restore-backup": () => import("./restore-backup"),
  "restore-record": () => import("./restore-record"),
  "restore-series": () => import("./restore-series"),
  "save-record": () => import("./save-record"),
  "save-series": () => import("./save-series"),
  "seal-file": () => import("./seal-file"),
});
