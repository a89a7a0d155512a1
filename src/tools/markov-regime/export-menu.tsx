import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { Exports } from "./use-exports";

/** One button for everything that can be saved. */
export function ExportMenu({ exports }: { exports: Exports }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(exports.report),
        { id: "json", label: "Results as JSON", note: "model, figures, forecast, timing", onChoose: exports.results },
        { id: "columns", label: "Regime probabilities as CSV", note: "filtered and smoothed, a row per return", onChoose: exports.columns },
        { id: "link", label: "Copy link to these settings", note: "settings only, no data", onChoose: exports.link, divided: true },
      ]}
    />
  );
}
