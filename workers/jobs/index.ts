import { forecastGarch } from "./forecast-garch";
import { readSeries } from "./read-series";

/** One line per question the workers answer; the page's typed client is derived from this list. */
export const jobs = {
  "forecast-garch": forecastGarch,
  "read-series": readSeries,
};

export type Jobs = typeof jobs;
