import { fitGarchJob } from "./fit-garch";
import { forecastGarch } from "./forecast-garch";
import { listSeries } from "./list-series";
import { loadSeries } from "./load-series";
import { readSeries } from "./read-series";
import { removeSeries } from "./remove-series";
import { renameSeries } from "./rename-series";
import { restoreSeries } from "./restore-series";
import { saveSeries } from "./save-series";

/** One line per question the workers answer; the page's typed client is derived from this list. */
export const jobs = {
  "fit-garch": fitGarchJob,
  "forecast-garch": forecastGarch,
  "list-series": listSeries,
  "load-series": loadSeries,
  "read-series": readSeries,
  "remove-series": removeSeries,
  "rename-series": renameSeries,
  "restore-series": restoreSeries,
  "save-series": saveSeries,
};

export type Jobs = typeof jobs;
