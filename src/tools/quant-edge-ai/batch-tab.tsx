import { useEffect, useMemo } from "react";
import type { Series } from "../../../workers/contract";
import { enterMarketData } from "../../../workers/ingest/messages";
import { fileStem, saveTable } from "../../analysis/data/save-table.ts";
import type { MarketSeries } from "../../analysis/decision/use-market-data.ts";
import { answer, useAnalysis } from "../../analysis/use-analysis";
import { canceled } from "../../client/failures";
import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { BatchTable } from "./batch-table.tsx";
import { type EngineData, engineSettings } from "./engine-data.ts";
import type { BatchRun } from "./record.ts";
import type { SetKeys } from "./use-tab-keys.ts";

interface BatchTabProps extends EngineData {
  active: boolean;
  setKeys: SetKeys;
}

const keyOf = (series: Series | null, news: string, settings: object): string => JSON.stringify([series?.hash, news, settings]);

/** The table in the box or in the CSV field; the wider one if both are given. */
const tableOf = ({ typed, csv }: MarketSeries): Series | null =>
  (csv?.columns.length ?? 0) > (typed?.columns.length ?? 0) ? csv : (typed ?? csv);
const pricesIn = (table: Series | null) => table?.columns.filter(({ role }) => role !== "volume") ?? [];

/** The engine's decision for every column of the loaded table, in a sortable list. */
export function BatchTab({ data, inputs, limits, active, setKeys }: BatchTabProps) {
  const settings = useMemo(() => engineSettings(inputs, limits), [inputs, limits]);
  const { news } = inputs;
  const series = tableOf(data.series);
  const columns = useMemo(() => pricesIn(series), [series]);
  const batch = useAnalysis<BatchRun>({
    work: async (turn) => {
      const read = await data.settled();
      const table = tableOf(read);
      if (!table) return canceled();
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("./record.ts").catch(() => undefined);
      const input = { columns: pricesIn(table).map(({ name, values }) => ({ name, values })), news, settings };
      return answer(turn, "decide-columns", input, { of: table, series: read, text: data.box.text, news, settings });
    },
    isStale: (run) => keyOf(run.of, run.news, run.settings) !== keyOf(series, news, settings),
    onDone: (run) => void import("./record.ts").then(({ recordBatch }) => recordBatch(run)),
  });
  const { shown: last, busy, failure, run, cancel } = batch;
  const ready = columns.length > 0;
  useEffect(() => {
    if (!active) return;
    setKeys("batch", { run: ready && !busy ? () => void run() : undefined, cancel: busy ? cancel : undefined });
  }, [active, setKeys, ready, busy, run, cancel]);

  const button = (
    <Button kind="primary" keys="Ctrl ↵" busy={busy} isDisabled={!ready} onPress={() => void run()}>
      {ready ? `Decide for ${plural(columns.length, "column")}` : "Decide for all columns"}
    </Button>
  );
  const save = ({ value, of }: BatchRun) =>
    void import("./batch-file.ts").then(({ batchColumns }) => saveTable(batchColumns(value), `${fileStem(of.name)}-decisions`));
  return (
    <>
      <LateProgress progress={batch.progress} onCancel={cancel} />
      <FailureBox failure={failure} />
      {last ? (
        <>
          {batch.stale ? <Caution>Data, news or settings have changed since these decisions of {clockTime(last.at)}.</Caution> : null}
          <Panel
            title="Decisions by column"
            note={`${last.of.name}, latest of each`}
            flush
            actions={
              <>
                <Button size="small" onPress={() => save(last)}>
                  <TableFormatName />
                </Button>
                {button}
              </>
            }
            footer={news.trim() === "" ? "No news: neutral sentiment for every column." : "The same news applies to every column."}
          >
            <BatchTable rows={last.value} />
          </Panel>
        </>
      ) : (
        <EmptyState actions={button}>
          {ready
            ? `${series?.name ?? ""} has ${plural(columns.length, "column")} of prices: one decision each, at the latest value.`
            : `${enterMarketData}: a table with a column per asset, pasted or as a CSV file.`}
        </EmptyState>
      )}
    </>
  );
}
