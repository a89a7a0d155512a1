import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveResultCsv, saveResultJson, saveSeries } from "./export-results.ts";
import type { DecisionScreen } from "./record.ts";
import type { DecisionRun } from "./use-decision.ts";

/** What of a run can be saved as a file. */
export function ExportMenu({ run, screen }: { run: DecisionRun; screen: DecisionScreen }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        { id: "csv", label: "Results as CSV", note: "each figure on a line", onChoose: () => saveResultCsv(run) },
        {
          id: "json",
          label: "Results as JSON",
          note: "with rule trace, settings and data hashes",
          onChoose: () => saveResultJson(run, screen.title),
        },
        { id: "series", label: "Series as CSV", note: "price, SMA, EMA, RSI per row", onChoose: () => void saveSeries(run), divided: true },
        {
          id: "link",
          label: "Copy link to these settings",
          note: "settings only, no data",
          onChoose: () => void import("./record.ts").then(({ copyLink }) => copyLink(run, screen)),
          divided: true,
        },
      ]}
    />
  );
}
