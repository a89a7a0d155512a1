import { reportChoice } from "../../analysis/report/report-choice";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { reportAbout, saveFactors, saveInformation, saveResults, saveStatistics } from "./export-results";
import type { AlphaRun } from "./use-alpha";

/** One button for everything that can be saved. */
export function ExportMenu({ run }: { run: AlphaRun }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(() => reportAbout(run)),
        { id: "json", label: "Results as JSON", note: "every figure, settings and data hash", onChoose: () => saveResults(run) },
        { id: "factors", label: "Factors as CSV", note: "a row per step", onChoose: () => saveFactors(run) },
        { id: "statistics", label: "Statistics as CSV", onChoose: () => saveStatistics(run) },
        { id: "information", label: "Information coefficients as CSV", onChoose: () => saveInformation(run) },
        {
          id: "link",
          label: "Copy link to these settings",
          note: "settings only, no data",
          onChoose: () => void import("./record").then(({ copyLink }) => copyLink(run.settings)),
          divided: true,
        },
      ]}
    />
  );
}
