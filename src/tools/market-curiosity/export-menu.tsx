import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { reportAbout, saveColumns, saveFigures, saveResults } from "./export-results";
import { copyLink } from "./record";
import type { CuriosityRun, StructureValue } from "./use-curiosity";

/** One button for everything that can be saved. */
export function ExportMenu({ run, structure }: { run: CuriosityRun; structure: StructureValue | null }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(() => reportAbout(run, structure)),
        { id: "json", label: "Results as JSON", note: "score, patterns, alerts, structure", onChoose: () => saveResults(run, structure) },
        { id: "figures", label: "Figures as CSV", note: "cards, importance, thresholds", onChoose: () => saveFigures(run) },
        { id: "columns", label: "Columns as CSV", note: "entropy, surprise, distances per row", onChoose: () => saveColumns(run) },
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
