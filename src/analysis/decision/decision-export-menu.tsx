import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { type ReportAbout, sourceOf } from "../report/about.ts";
import { reportChoice } from "../report/report-choice.ts";
import { resultDocument, saveResultCsv, saveResultJson, saveSeries } from "./export-results.ts";
import type { DecisionScreen } from "./record.ts";
import type { DecisionRun } from "./use-decision.ts";

/** What of a decision can be saved as a file, on both screens that decide. */
export function DecisionExportMenu({ run, screen }: { run: DecisionRun; screen: DecisionScreen }) {
  return (
    <Menu
      label="Export"
      trigger={<Button>Export</Button>}
      choices={[
        reportChoice(() => reportAbout(run, screen)),
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

function reportAbout(run: DecisionRun, { title }: DecisionScreen): ReportAbout {
  const given = [run.series.typed, run.series.csv].filter((series) => series !== null);
  return {
    title: `Trading decision on ${given.map(({ name }) => name).join(" and ")}`,
    fileName: "trading-decision",
    sources: given.map(sourceOf),
    settings: { ...run.settings, periods: run.analysis.periods },
    at: run.at,
    result: resultDocument(run, title),
  };
}
