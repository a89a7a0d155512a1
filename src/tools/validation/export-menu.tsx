import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { type ReportAbout, sourceOf } from "../../analysis/report/about";
import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { copyLink } from "./record";
import { saveWindows } from "./save-windows";
import type { ValidationRun } from "./use-validation";

/** Everything of a validation that can be saved. */
export function ExportMenu({ run }: { run: ValidationRun }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(() => reportAbout(run)),
        {
          id: "json",
          label: "Results as JSON",
          note: "walkForward, crossValidation, selection, settings",
          onChoose: () => saveResults(run),
        },
        ...(run.value.walkForward
          ? [{ id: "windows", label: "Windows as CSV", note: "rows, choice and returns of every window", onChoose: () => saveWindows(run) }]
          : []),
        {
          id: "link",
          label: "Copy link to these settings",
          note: "settings only, no data",
          onChoose: () => void copyLink(run),
          divided: true,
        },
      ]}
    />
  );
}

/** Field names are the specification's where it has them; the windows' columns go out as CSV. */
function resultDocument({ series, inputs, counted, value }: ValidationRun) {
  const { walkForward, crossValidation, sharpeHistogram, overfitting, ...rest } = value;
  const lists = (histogram: typeof sharpeHistogram) => histogram && { middles: [...histogram.middles], counts: [...histogram.counts] };
  return {
    format: "prospect-validation-result",
    version: 1,
    source: { name: series.name, sha256: series.hash, rows: series.length },
    method: inputs.method,
    walkForward: walkForward && {
      returns: walkForward.returns,
      metrics: walkForward.metrics,
      consistencyInterval: walkForward.consistencyInterval,
      independentWindows: walkForward.independentWindows,
      windows: walkForward.from.length,
      pValue: walkForward.pValue,
    },
    crossValidation,
    ...rest,
    overfitting: overfitting && { ...overfitting, logits: lists(overfitting.logits) },
    sharpeHistogram: lists(sharpeHistogram),
    trialsCounted: counted,
  };
}

const saveResults = (run: ValidationRun): void => saveJson(resultDocument(run), `${fileStem(run.series.name)}-validation.json`);

/** What a report of the screen says besides what stands on it. */
const reportAbout = (run: ValidationRun): ReportAbout => ({
  title: `Validation on ${run.series.name}`,
  fileName: `${fileStem(run.series.name)}-validation`,
  sources: [sourceOf(run.series)],
  settings: run.inputs,
  at: run.startedAt + run.millis,
  result: resultDocument(run),
});
