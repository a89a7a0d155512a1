import { useMemo } from "react";
import { fileStem, saveJson, saveTable } from "../../data/save-table.ts";
import type { LyapunovRun } from "./use-lyapunov";

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
      /** Everything but the surrogates' curves. Field names are the specification's where it has them. */
      results: () => {
        if (!shown) return;
        const { estimate, series, settings, column } = shown;
        const { curve, slopes, kantz, surrogates, ...rest } = estimate;
        const { curves: _, lower: __, upper: ___, curve: ____, ...tested } = surrogates;
        saveJson(
          {
            format: "prospect-lyapunov-result",
            version: 1,
            data: { name: series.name, sha256: series.hash, rows: series.length, column: column.name },
            settings,
            ...rest,
            curve: [...curve],
            slopes: [...slopes],
            kantz: kantz.fit,
            surrogates: tested,
          },
          `${stem}-lyapunov.json`,
        );
      },
      link: () => {
        if (shown) void import("./record").then(({ copyLink }) => copyLink(shown));
      },
    };
  }, [shown]);
}

export type Exports = ReturnType<typeof useExports>;
