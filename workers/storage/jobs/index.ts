import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "allow-hosts": lazily(() => import("./allow-hosts").then(({ allowHosts }) => allowHosts)),
  "check-data": lazily(() => import("./check-data").then(({ checkData }) => checkData)),
  "digest-value": lazily(() => import("./digest-value").then(({ digestValueJob }) => digestValueJob)),
  "list-records": lazily(() => import("./list-records").then(({ listRecords }) => listRecords)),
  "list-series": lazily(() => import("./list-series").then(({ listSeries }) => listSeries)),
  "load-series": lazily(() => import("./load-series").then(({ loadSeries }) => loadSeries)),
  "make-backup": lazily(() => import("./make-backup").then(({ makeBackup }) => makeBackup)),
  "open-sealed": lazily(() => import("./open-sealed").then(({ openSealedJob }) => openSealedJob)),
  "probe-database": lazily(() => import("./probe-database").then(({ probeDatabase }) => probeDatabase)),
  "read-backup": lazily(() => import("./read-backup").then(({ readBackup }) => readBackup)),
  "remove-record": lazily(() => import("./remove-record").then(({ removeRecord }) => removeRecord)),
  "remove-series": lazily(() => import("./remove-series").then(({ removeSeries }) => removeSeries)),
  "rename-series": lazily(() => import("./rename-series").then(({ renameSeries }) => renameSeries)),
  "restore-backup": lazily(() => import("./restore-backup").then(({ restoreBackup }) => restoreBackup)),
  "restore-record": lazily(() => import("./restore-record").then(({ restoreRecord }) => restoreRecord)),
  "restore-series": lazily(() => import("./restore-series").then(({ restoreSeries }) => restoreSeries)),
  "save-record": lazily(() => import("./save-record").then(({ saveRecord }) => saveRecord)),
  "save-series": lazily(() => import("./save-series").then(({ saveSeries }) => saveSeries)),
  "seal-file": lazily(() => import("./seal-file").then(({ sealFileJob }) => sealFileJob)),
};
