import { fileStem, saveJson } from "../../analysis/data/save-table.ts";
import { type ExportFile, ExportMenu } from "../../analysis/export-menu.tsx";
import type { ReportAbout } from "../../analysis/report/about";
import { scriptFiles } from "../../analysis/script-files.ts";
import { toast } from "../../ui/toast-queue.ts";
import { type Statement, saveDaily, saveTrades, tradesDataset } from "./datasets";
import { NO_CHANGES, outputRecord } from "./output-fields";
import { record, shared } from "./record";
import { accountQuestion } from "./script";
import { TEXT_NAME } from "./settings";
import type { ShownReport } from "./use-converter";

/** Everything that can be saved of a conversion, besides its figures as a table: that is the screen's button. */
export function ConversionExports({ shown }: { shown: ShownReport }) {
  const { name, value, startedAt } = shown;
  return (
    <ExportMenu
      report={() => reportOf(shown)}
      files={value.statement ? statementFiles(name, value.statement) : []}
      share={() => shared(shown)}
      startedAt={() => {
        record(shown);
        return startedAt;
      }}
      contents={value.text ? "the whole text converted" : null}
    />
  );
}

const statementDocument = (name: string, { kind, openTrades, passedOver, passedTypes, summary }: Statement) => ({
  format: "prospect-statement",
  version: 1,
  name,
  kind,
  openTrades,
  passedOver,
  passedTypes,
  summary,
});

/** Report data that are not on the screen. The user's changes belong to the CSV file: a report contains the figures as read. */
function reportOf({ name, value: { metrics, statement }, input, at }: ShownReport): ReportAbout {
  return {
    title: name === TEXT_NAME ? "Trading results" : `Trading results of ${name}`,
    fileName: `${fileStem(name)}-results`,
    sources: [],
    settings: input.startingBalance == null ? {} : { startingBalance: input.startingBalance },
    at,
    result: { figures: outputRecord(metrics, NO_CHANGES), statement: statement && statementDocument(name, statement) },
  };
}

/** The trades and the account of a statement. */
const statementFiles = (name: string, statement: Statement): ExportFile[] => [
  { id: "trades", label: "Trades", table: true, save: () => saveTrades(name, statement) },
  { id: "daily", label: "Daily values", table: true, save: () => saveDaily(name, statement) },
  { id: "json", label: "Summary as JSON", save: () => saveJson(statementDocument(name, statement), "statement.json") },
  ...scriptFiles(`${fileStem(name)}-account`, () => accountQuestion(name, statement)),
  { id: "keep", label: "Trades as a dataset", note: "for any tool", save: () => void keep(name, statement), divided: true },
];

async function keep(name: string, statement: Statement): Promise<void> {
  if ((await tradesDataset(name, statement)) !== null) toast.success("Trade list saved as a dataset");
}
