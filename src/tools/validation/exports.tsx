import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import { CONVENTION } from "../../analysis/programs/convention";
import { reportOn } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files";
import { stemOfPart } from "../../lib/canceled-after";
import { shared } from "./record";
import { saveWindows } from "./save-windows";
import { validationQuestion } from "./script";
import type { ValidationRun } from "./use-validation";

/** Field names follow the specification where it defines them; columns of the windows are exported as CSV. */
function resultDocument({ series, settings, counted, value }: ValidationRun) {
  const { walkForward, crossValidation, sharpeHistogram, overfitting, ...rest } = value;
  const lists = (histogram: typeof sharpeHistogram) => histogram && { middles: [...histogram.middles], counts: [...histogram.counts] };
  return {
    format: "prospect-validation-result",
    version: 1,
    ...CONVENTION,
    source: { name: series.name, sha256: series.hash, rows: series.length },
    method: settings.method,
    walkForward: walkForward && {
      returns: walkForward.returns,
      metrics: walkForward.metrics,
      consistencyInterval: walkForward.consistencyInterval,
      independentWindows: walkForward.independentWindows,
      windows: walkForward.from.length,
      pValue: walkForward.pValue,
      performance: walkForward.performance,
    },
    crossValidation,
    ...rest,
    overfitting: overfitting && { ...overfitting, logits: lists(overfitting.logits) },
    sharpeHistogram: lists(sharpeHistogram),
    trialsCounted: counted,
  };
}

export function ValidationExports({ run }: { run: ValidationRun }) {
  const stem = `${fileStem(run.series.name)}-validation`;
  const fileName = stemOfPart(stem, run.value.canceledAfter);
  const windows = {
    id: "windows",
    label: "Windows",
    table: true,
    note: "rows, selection and returns of every window",
    save: () => saveWindows(run),
  };
  return (
    <ExportMenu
      report={() => reportOn(run, { title: `Validation on ${run.series.name}`, fileName, result: resultDocument(run) })}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "walkForward, crossValidation, selection, settings",
          save: () => saveJson(resultDocument(run), `${fileName}.json`),
        },
        ...(run.value.walkForward ? [windows] : []),
        ...scriptFiles(stem, validationQuestion(run)),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run.settings)}
    />
  );
}
