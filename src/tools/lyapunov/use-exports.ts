import { useMemo } from "react";
import { fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import type { LyapunovRun } from "./use-lyapunov";

/** Everything but the surrogates' curves. Field names are the specification's where it has them. */
function resultDocument({ estimate, series, settings, column }: LyapunovRun) {
  const { curve, slopes, kantz, surrogates, ...rest } = estimate;
  const { curves: _, lower: __, upper: ___, curve: ____, ...tested } = surrogates;
  return {
    format: "prospect-lyapunov-result",
    version: 1,
    data: { name: series.name, sha256: series.hash, rows: series.length, column: column.name },
    settings,
    ...rest,
    curve: [...curve],
    slopes: [...slopes],
    kantz: kantz.fit,
    surrogates: tested,
  };
}

/** What can be saved of the shown run. */
export function useExports(shown: LyapunovRun | null) {
  return useMemo(() => {
    const stem = fileStem(shown?.series.name ?? "");
    return {
      /** Divergence curve, its local slopes, and the surrogates' envelope, a row per step. */
      curve: () => {
        if (!shown) return;
        const { curve, slopes, kantz, surrogates } = shown.estimate;
        const columns = [
          { name: "Step", values: Float64Array.from(curve.keys()) },
          { name: "S(k)", values: curve },
          { name: "Local slope", values: slopes },
          { name: "Kantz", values: kantz.curve },
          { name: "Lowest surrogate", values: surrogates.lower },
          { name: "Highest surrogate", values: surrogates.upper },
        ];
        void saveTable(columns, `${stem}-divergence.csv`);
      },
      results: () => shown && saveJson(resultDocument(shown), `${stem}-lyapunov.json`),
      report: (): ReportAbout | null =>
        shown && {
          title: `Lyapunov exponent of ${shown.series.name}`,
          fileName: `${stem}-lyapunov`,
          sources: [sourceOf(shown.series)],
          settings: shown.settings,
          at: shown.at,
          result: resultDocument(shown),
        },
      link: () => {
        if (shown) void import("./record").then(({ copyLink }) => copyLink(shown));
      },
    };
  }, [shown]);
}

export type Exports = ReturnType<typeof useExports>;
