import { useMemo } from "react";
import { dated, fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import type { MarkovControl, MarkovRun } from "./use-markov";

/** What can be saved of the shown run. Long tables are written in a worker. */
export function useExports(markov: MarkovControl) {
  const { shown } = markov;
  const timing = markov.timing.value;
  return useMemo(() => {
    const stem = fileStem(shown?.series.name ?? "");
    /** Everything but the columns. Field names are the specification's where it has them. */
    const resultDocument = ({ fitted: all, series, column, settings, perYear, riskFree }: MarkovRun) => {
      const { returns: _, filtered: __, smoothed: ___, path: ____, ...fitted } = all;
      return {
        format: "prospect-regimes-result",
        version: 1,
        data: { name: series.name, sha256: series.hash, rows: series.length, column: column.name },
        settings,
        annualization: perYear,
        riskFree,
        ...fitted,
        timing: timing && {
          performance: timing.performance,
          holding: timing.holding,
          changes: timing.changes,
          invested: timing.invested,
          lookAhead: timing.lookAhead,
          firstTimed: timing.first,
          test: timing.test && { ...timing.test, middles: [...timing.test.middles], counts: [...timing.test.counts] },
        },
      };
    };
    return {
      /** Returns and the probabilities of every regime, a row per return, as CSV. */
      columns: () => {
        if (!shown) return;
        const { regimes, returns, filtered, smoothed, path } = shown.fitted;
        const columns = [
          { name: "Return", values: returns },
          ...regimes.map(({ label }, i) => ({ name: `Filtered ${label}`, values: filtered[i] })),
          ...regimes.map(({ label }, i) => ({ name: `Smoothed ${label}`, values: smoothed[i] })),
          { name: "Most probable path (0 = first regime)", values: path },
        ];
        void saveTable(dated(shown.times, columns), `${stem}-regimes.csv`);
      },
      results: () => shown && saveJson(resultDocument(shown), `${stem}-regimes.json`),
      report: (): ReportAbout | null =>
        shown && {
          title: `Market regimes of ${shown.series.name}`,
          fileName: `${stem}-regimes`,
          sources: [sourceOf(shown.series)],
          settings: { ...shown.settings, annualization: shown.perYear, riskFree: shown.riskFree },
          at: shown.at,
          result: resultDocument(shown),
        },
      link: () => {
        if (shown) void import("./record").then(({ copyLink }) => copyLink(shown));
      },
    };
  }, [shown, timing]);
}

export type Exports = ReturnType<typeof useExports>;
