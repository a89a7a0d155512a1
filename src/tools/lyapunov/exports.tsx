import { fileStem, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { reportOn } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import { stemOfPart } from "../../lib/canceled-after";
import { shared } from "./record";
import { lyapunovQuestion } from "./script";
import type { LyapunovRun } from "./use-lyapunov";

/** Everything except the curves of surrogates. Field names follow the specification where it defines them. */
function resultDocument({ value, series, settings, column }: LyapunovRun) {
  const { curve, slopes, kantz, surrogates, ...rest } = value;
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

/** Divergence curve, its local slopes, and the surrogates' envelope, one row per step. */
function saveCurve({ curve, slopes, kantz, surrogates }: LyapunovRun["value"], name: string): void {
  const columns = [
    { name: "Step", values: Float64Array.from(curve.keys()) },
    { name: "S(k)", values: curve },
    { name: "Local slope", values: slopes },
    { name: "Kantz", values: kantz.curve },
    { name: "Lowest surrogate", values: surrogates.lower },
    { name: "Highest surrogate", values: surrogates.upper },
  ];
  void saveTable(columns, name);
}

export function LyapunovExports({ run }: { run: LyapunovRun }) {
  const stem = fileStem(run.series.name);
  const { canceledAfter } = run.value;
  const fileName = stemOfPart(`${stem}-lyapunov`, canceledAfter);
  return (
    <ExportMenu
      report={() => reportOn(run, { title: `Lyapunov exponent of ${run.series.name}`, fileName, result: resultDocument(run) })}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "exponent, tests, metrics, settings",
          save: () => saveJson(resultDocument(run), `${fileName}.json`),
        },
        {
          id: "curve",
          label: "Divergence curve",
          table: true,
          note: "with local slopes and surrogates",
          save: () => saveCurve(run.value, stemOfPart(`${stem}-divergence`, canceledAfter)),
        },
        ...scriptFiles(`${stem}-lyapunov`, lyapunovQuestion(run)),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run.settings)}
    />
  );
}
