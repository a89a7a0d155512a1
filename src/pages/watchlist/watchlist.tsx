import { useAtomValue } from "jotai";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count, plural } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { holds, WATCH_DEFAULTS, WATCH_INPUTS, type WatchAlert, watchInputsSchema } from "../../state/watch/alerts";
import { type WatchedRow, watchlist, watchlistAtom } from "../../state/watch/watchlist";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel, RailSection } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { AlertForm } from "./alert-form.tsx";
import { useOpenRow } from "./use-open-row.ts";

const WatchTable = lazy(() => import("./watch-table.tsx").then((module) => ({ default: module.WatchTable })));
const OpenDataset = deferred(async () => (await import("../parts/open-dataset.tsx")).OpenDataset);

const HINT = "Any series; of a table with a series per column, each column is a row";
const EMPTY = "Every loaded series is a row here. Paste or open one, or start with a sample; the simulated market has six assets.";

const FAILURES: readonly TableColumn<WatchedRow>[] = [
  { id: "series", header: "Series", cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: "reason", header: "Reason", words: true, cell: ({ found }) => found?.failure ?? "", sortBy: ({ found }) => found?.failure },
];
const keyOf = ({ key }: WatchedRow) => key;

/** Number of series, of those computed, and of those with a triggered alert. */
function Counts({ rows, alerts }: { rows: readonly WatchedRow[]; alerts: readonly WatchAlert[] }) {
  const done = rows.filter(({ found }) => found !== null).length;
  const failed = rows.filter(({ found }) => found?.failure).length;
  const met = rows.filter(({ found }) => found?.figures && alerts.some((alert) => holds(alert, found.figures))).length;
  return (
    <StatStrip label="The list">
      <Stat label="Series" value={count(rows.length)} note="loaded on this device" />
      <Stat label="Computed" value={count(done - failed)} note={done < rows.length ? `${count(rows.length - done)} pending` : "all done"} />
      <Stat label="Not computed" value={count(failed)} note={failed > 0 ? "reasons below" : "none"} />
      <Stat label="Alerts" value={count(met)} note={alerts.length > 0 ? `series, ${plural(alerts.length, "alert")} set` : "none set"} />
    </StatStrip>
  );
}

interface ListProps {
  rows: readonly WatchedRow[];
  busy: boolean;
  alerts: readonly WatchAlert[];
  open: (row: WatchedRow) => void;
}

/** The rows, and the series without figures with the reasons. */
function List({ rows, busy, alerts, open }: ListProps) {
  const failures = useMemo(() => rows.filter(({ found }) => found?.failure), [rows]);
  return (
    <>
      <Counts rows={rows} alerts={alerts} />
      <Panel
        title="Series"
        note={busy ? "computing" : undefined}
        flush
        actions={
          <Button size="small" onPress={() => void import("./save-report.ts").then(({ saveReport }) => saveReport(rows, alerts))}>
            Report (HTML)
          </Button>
        }
      >
        <Suspense fallback={<Skeleton shape="table" rows={6} />}>
          <WatchTable rows={rows} alerts={alerts} open={open} />
        </Suspense>
      </Panel>
      {failures.length > 0 ? (
        <Panel title="Not computed" note={plural(failures.length, "series", "series")} flush>
          <DataTable label="Series without figures" columns={FAILURES} rows={failures} rowKey={keyOf} />
        </Panel>
      ) : null}
    </>
  );
}

/** The loaded series side by side: current figures and triggered alerts. */
export default function WatchlistScreen() {
  const source = useSeriesSource({ screen: "watchlist", field: "data", whole: true });
  const { inputs, current, change } = useScreenInputs(WATCH_INPUTS, watchInputsSchema, WATCH_DEFAULTS);
  const { ready, rows, busy, failure } = useAtomValue(watchlistAtom);
  const { opened, open, close } = useOpenRow();
  const { alerts } = inputs;
  useEffect(() => watchlist.follow(), []);
  const setAlerts = (next: WatchAlert[]) => {
    change({ alerts: next });
    void watchlist.compare();
  };
  const samples = <SampleButtons holds="either" onChoose={source.takeSample} />;
  const summary = rows.length > 0 ? `${plural(rows.length, "series", "series")} · ${plural(alerts.length, "alert")}` : undefined;
  const rail = (
    <>
      <RailSection title="Data">
        <SeriesField source={source} label="Market Data" hint={HINT} rows={3} />
        <div className="flex flex-wrap gap-2">
          <FileButton onFile={source.takeFile}>Open a CSV file</FileButton>
          {samples}
        </div>
      </RailSection>
      <AlertForm alerts={alerts} rows={rows} kept={{ current: () => current().alerts, set: setAlerts }} />
    </>
  );
  const again = (
    <Button isDisabled={rows.length === 0} busy={busy} onPress={() => void watchlist.again()}>
      Compute again
    </Button>
  );
  const description = "Every loaded series at a glance, with alerts. Computed in the background on this device.";
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader title="Watchlist" badge={<Badge tone="accent">New</Badge>} description={description} actions={again} />
      <div className="mt-4">
        <ToolLayout rail={rail} summary={summary}>
          <FailureBox failure={failure} />
          {rows.length > 0 ? (
            <List rows={rows} busy={busy} alerts={alerts} open={open} />
          ) : (
            <EmptyState busy={!ready} actions={samples}>
              {EMPTY}
            </EmptyState>
          )}
        </ToolLayout>
      </div>
      {opened ? (
        <Suspense>
          <OpenDataset {...opened} onClose={close} />
        </Suspense>
      ) : null}
    </FileDrop>
  );
}
