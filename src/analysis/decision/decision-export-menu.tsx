import { ExportMenu } from "../export-menu.tsx";
import { type ReportAbout, sourceOf } from "../report/about.ts";
import { scriptFiles } from "../script-files.ts";
import { resultDocument, saveFigures, saveResultJson, saveSeries } from "./export-results.ts";
import { type DecisionScreen, shared } from "./record.ts";
import { indicatorsQuestion } from "./script.ts";
import type { DecisionRun } from "./use-decision.ts";

/** The files that can be saved for a decision, on both decision screens. */
export function DecisionExportMenu({ run, screen }: { run: DecisionRun; screen: DecisionScreen }) {
  return (
    <ExportMenu
      report={() => reportAbout(run, screen)}
      files={[
        { id: "csv", label: "Results", table: true, note: "one metric per line", save: () => saveFigures(run) },
        {
          id: "json",
          label: "Results as JSON",
          note: "with rule trace, settings and data hashes",
          save: () => saveResultJson(run, screen.title),
        },
        { id: "series", label: "Series", table: true, note: "price, SMA, EMA, RSI per row", save: () => saveSeries(run), divided: true },
        ...scriptFiles("technical-analysis", indicatorsQuestion(run.value, (run.series.typed ?? run.series.csv)!)),
      ]}
      startedAt={run.startedAt}
      share={() => shared(run, screen)}
    />
  );
}

function reportAbout(run: DecisionRun, { title }: DecisionScreen): ReportAbout {
  const given = [run.series.typed, run.series.csv].filter((series) => series !== null);
  return {
    title: `Trading decision on ${given.map(({ name }) => name).join(" and ")}`,
    fileName: "trading-decision",
    sources: given.map(sourceOf),
    settings: { ...run.settings, periods: run.value.periods },
    at: run.at,
    result: resultDocument(run, title),
  };
}
