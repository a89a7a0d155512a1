import { lazily } from "../lib/lazy-job";

/** One line per question the workers answer; the page's typed client is derived from this list. */
// biome-ignore format: one line per job
export const jobs = {
  "analyse-curiosity": lazily(() => import("./analyse-curiosity").then(({ analyseCuriosity }) => analyseCuriosity)),
  "analyse-market": lazily(() => import("./analyse-market").then(({ analyseMarket }) => analyseMarket)),
  "analyse-news": lazily(() => import("./analyse-news").then(({ analyseNewsJob }) => analyseNewsJob)),
  "analyse-risk": lazily(() => import("./analyse-risk").then(({ analyseRisk }) => analyseRisk)),
  "diagnose-garch": lazily(() => import("./diagnose-garch").then(({ diagnoseGarch }) => diagnoseGarch)),
  "estimate-lyapunov": lazily(() => import("./estimate-lyapunov").then(({ estimateLyapunov }) => estimateLyapunov)),
  "export-table": lazily(() => import("./export-table").then(({ exportTable }) => exportTable)),
  "fit-candidate": lazily(() => import("./fit-candidate").then(({ fitCandidate }) => fitCandidate)),
  "fit-garch": lazily(() => import("./fit-garch").then(({ fitGarchJob }) => fitGarchJob)),
  "fit-regimes": lazily(() => import("./fit-regimes").then(({ fitRegimesJob }) => fitRegimesJob)),
  "forecast-garch": lazily(() => import("./forecast-garch").then(({ forecastGarch }) => forecastGarch)),
  "list-records": lazily(() => import("./list-records").then(({ listRecords }) => listRecords)),
  "list-series": lazily(() => import("./list-series").then(({ listSeries }) => listSeries)),
  "load-series": lazily(() => import("./load-series").then(({ loadSeries }) => loadSeries)),
  "make-sample-prices": lazily(() => import("./make-sample-prices").then(({ makeSamplePrices }) => makeSamplePrices)),
  "measure-contributions": lazily(() => import("./measure-contributions").then(({ measureContributions }) => measureContributions)),
  "measure-structure": lazily(() => import("./measure-structure").then(({ measureStructure }) => measureStructure)),
  "measure-surrogate": lazily(() => import("./measure-surrogate").then(({ measureSurrogate }) => measureSurrogate)),
  "mine-factors": lazily(() => import("./mine-factors").then(({ mineFactors }) => mineFactors)),
  "optimise-portfolio": lazily(() => import("./optimise-portfolio").then(({ optimisePortfolio }) => optimisePortfolio)),
  "profile-part": lazily(() => import("./profile-part").then(({ profilePartJob }) => profilePartJob)),
  "read-series": lazily(() => import("./read-series").then(({ readSeries }) => readSeries)),
  "refit-garch": lazily(() => import("./refit-garch").then(({ refitGarch }) => refitGarch)),
  "refit-stretch": lazily(() => import("./refit-stretch").then(({ refitStretch }) => refitStretch)),
  "remove-record": lazily(() => import("./remove-record").then(({ removeRecord }) => removeRecord)),
  "remove-series": lazily(() => import("./remove-series").then(({ removeSeries }) => removeSeries)),
  "rename-series": lazily(() => import("./rename-series").then(({ renameSeries }) => renameSeries)),
  "resample-returns": lazily(() => import("./resample-returns").then(({ resampleReturns }) => resampleReturns)),
  "restore-record": lazily(() => import("./restore-record").then(({ restoreRecord }) => restoreRecord)),
  "restore-series": lazily(() => import("./restore-series").then(({ restoreSeries }) => restoreSeries)),
  "save-record": lazily(() => import("./save-record").then(({ saveRecord }) => saveRecord)),
  "save-series": lazily(() => import("./save-series").then(({ saveSeries }) => saveSeries)),
  "score-news": lazily(() => import("./score-news").then(({ scoreNews }) => scoreNews)),
  "search-garch": lazily(() => import("./search-garch").then(({ searchGarch }) => searchGarch)),
  "test-kernels": lazily(() => import("./test-kernels").then(({ testKernels }) => testKernels)),
  "trace-frontier": lazily(() => import("./trace-frontier").then(({ traceFrontier }) => traceFrontier)),
};

export type Jobs = typeof jobs;
