import { Suspense, useEffect, useState } from "react";
import type { Millis } from "../../workers/contract";
import { TABLE_FORMATS, type TableFormat, tableFormat } from "../lib/table-file.ts";
import type { SharedScreen } from "../state/share-code";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";
import { Menu, type MenuChoice } from "../ui/menu.tsx";
import { useTableFormat } from "../ui/table-format.tsx";
import type { OwnReport, ReportAbout } from "./report/about";
import { shownReport } from "./report/shown-report.ts";
import { useSharing } from "./use-sharing.tsx";

const TablesDialog = deferred(async () => (await import("../ui/tables-dialog.tsx")).TablesDialog);

/** A file that can be saved for a result. */
export interface ExportFile extends Pick<MenuChoice, "id" | "label" | "note" | "disabled" | "divided"> {
  save(): void;
  /** A table, saved in the format chosen for tables; the label names it. */
  table?: boolean;
}

interface ExportMenuProps {
  /** Report data besides the content of the page; null if there is nothing to report. Or a report a tool writes itself. */
  report: (() => ReportAbout | null) | OwnReport | null;
  files: readonly ExportFile[];
  share(): SharedScreen;
  /**
   * Start time of the shown run, its id in the list of runs; undefined if there is none. A screen that records its runs only once they are
   * saved passes a function that records this one.
   */
  startedAt: Millis | (() => Millis) | undefined;
  /** What report and result contain besides the content of the page, if that is not a dataset: "the whole text". */
  contents?: string | null;
}

const formatChoices = (chosen: unknown): MenuChoice[] =>
  Object.entries(TABLE_FORMATS).map(([id, format], place) => ({
    id: `tables-${id}`,
    label: `Tables as ${format.label}`,
    current: format === chosen,
    onChoose: () => tableFormat.choose(id as TableFormat),
    divided: place === 0,
  }));

/** One button for everything that can be saved: the screen as a report, files, and the settings as a link or a file. */
export function ExportMenu({ report, files, share, startedAt, contents }: ExportMenuProps) {
  const sharing = useSharing();
  const [listing, setListing] = useState(false);
  const chosen = useTableFormat();
  const format = chosen.label;
  const own = typeof report === "object" ? report : null;
  const start = typeof startedAt === "number" ? () => startedAt : startedAt;
  const shown = () => (start ? { screen: share().screen, startedAt: start() } : null);
  const also = contents ? `, with ${contents}` : "";
  useEffect(() => {
    const registered = { report, shown };
    shownReport.set(registered);
    // Leaving the screen removes its result.
    return () => {
      if (shownReport.read() === registered) shownReport.set(null);
    };
  });
  const saveWithData = () => {
    const run = shown();
    if (run) void import("./save-result.ts").then(({ saveResult }) => saveResult(run, run.screen.slice(1)));
  };
  const writeReport = () => {
    if (own) void import("./report/save-report.ts").then(async ({ saveReport }) => saveReport(await own.content(), own.fileName, shown()));
    const current = typeof report === "function" && report;
    if (current) void import("./report/save-page-report.ts").then(({ savePageReport }) => savePageReport(current, shown()));
  };
  return (
    <>
      <Menu
        label="Export"
        trigger={<Button>Export</Button>}
        choices={[
          {
            id: "report",
            label: "Report (HTML)",
            note: own?.note ?? `one file: charts, figures, settings, formulas, data${also}`,
            onChoose: writeReport,
            disabled: report === null,
          },
          {
            id: "result",
            label: "Result with its data",
            note: `one file that opens this screen again anywhere${also}`,
            onChoose: saveWithData,
            disabled: !start,
          },
          ...files.map(({ save, table, ...file }) => ({
            ...file,
            label: table ? `${file.label} as ${format}` : file.label,
            onChoose: save,
          })),
          { id: "tables", label: "Tables on this page", note: "any of them", onChoose: () => setListing(true) },
          ...sharing.choicesOf(share, start),
          ...formatChoices(chosen),
        ]}
      />
      {sharing.dialog}
      <Suspense>{listing ? <TablesDialog onClose={() => setListing(false)} /> : null}</Suspense>
    </>
  );
}
