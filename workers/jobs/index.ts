import { analyseMarket } from "./analyse-market";
import { diagnoseGarch } from "./diagnose-garch";
import { exportTable } from "./export-table";
import { fitGarchJob } from "./fit-garch";
import { forecastGarch } from "./forecast-garch";
import { listSeries } from "./list-series";
import { loadSeries } from "./load-series";
import { makeSamplePrices } from "./make-sample-prices";
import { readSeries } from "./read-series";
import { removeSeries } from "./remove-series";
import { renameSeries } from "./rename-series";
import { restoreSeries } from "./restore-series";
import { saveSeries } from "./save-series";

/** One line per question the workers answer; the page's typed client is derived from this list. */
export const jobs = {
  "analyse-market": analyseMarket,
  "diagnose-garch": diagnoseGarch,
  "export-table": exportTable,
  "fit-garch": fitGarchJob,
  "forecast-garch": forecastGarch,
  "list-series": listSeries,
  "load-series": loadSeries,
  "make-sample-prices": makeSamplePrices,
  "read-series": readSeries,
  "remove-series": removeSeries,
  "rename-series": renameSeries,
  "restore-series": restoreSeries,
  "save-series": saveSeries,
};

export type Jobs = typeof jobs;
