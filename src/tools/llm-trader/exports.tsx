import { saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { ExportMenu } from "../../analysis/export-menu.tsx";
import type { ReportAbout } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files.ts";
import { count } from "../../lib/format.ts";
import type { KeptDecision } from "../../state/decisions";
import { shared } from "./record.ts";
import { signalQuestion } from "./script.ts";
import type { TraderInputs } from "./trader-inputs.ts";
import type { History } from "./use-history.ts";
import type { SignalRun } from "./use-signal.ts";

interface SignalExportsProps {
  last: SignalRun | null;
  history: History;
  inputs: TraderInputs;
}

/** Saves the last signals and the history. A provider's key and URL are in none of the files. */
export function SignalExports({ last, history, inputs }: SignalExportsProps) {
  return (
    <ExportMenu
      report={last && (() => reportAbout(last))}
      files={[
        {
          id: "json",
          label: "Results as JSON",
          note: "with reasons, words and topics",
          disabled: !last,
          save: () => last && saveJson(resultDocument(last), "trading-signal.json"),
        },
        {
          id: "history",
          label: "History",
          table: true,
          note: "each decision on a line",
          disabled: history.records.length === 0,
          save: () => saveTable(historyColumns(history), "decision-history"),
        },
        ...scriptFiles("trading-signal", last && signalQuestion(last)),
      ]}
      startedAt={last?.startedAt}
      share={() => shared(inputs)}
    />
  );
}

const resultDocument = (run: SignalRun) => ({
  tool: "Prospect LLM Trader",
  at: new Date(run.at).toISOString(),
  settings: run.settings,
  articles: run.items,
});

/** Report data that are not on the screen. */
const reportAbout = (run: SignalRun): ReportAbout => ({
  title: run.items.length > 1 ? `Trading signals of ${count(run.items.length)} articles` : "Trading signal of a news text",
  fileName: "trading-signal",
  sources: [],
  settings: run.settings,
  at: run.at,
  result: resultDocument(run),
});

function historyColumns({ records, realized }: History) {
  const words = (name: string, of: (body: KeptDecision["body"]) => string) => ({ name, values: records.map(({ body }) => of(body)) });
  const figures = (name: string, of: (body: KeptDecision["body"], index: number) => number | null | undefined) => ({
    name,
    values: Float64Array.from(records, ({ body }, index) => of(body, index) ?? Number.NaN),
  });
  return [
    { ...figures("Analyzed", ({ at }) => at), kind: "time" as const },
    { ...figures("News date", ({ published }) => published), kind: "time" as const },
    words("Direction", ({ direction }) => direction),
    figures("Strength", ({ strength }) => strength),
    figures("Confidence", ({ confidence }) => confidence),
    words("Timeframe", ({ timeframe }) => timeframe),
    figures("Sentiment", ({ sentiment }) => sentiment),
    figures("News confidence", ({ newsConfidence }) => newsConfidence),
    words("Regime", ({ regime }) => regime),
    words("Topics", ({ topics }) => topics.join("; ")),
    words("Analyzed by", ({ provider }) => provider),
    figures("Log return after", (_, index) => realized?.[index]?.move),
    words("Text", ({ text }) => text),
  ];
}
