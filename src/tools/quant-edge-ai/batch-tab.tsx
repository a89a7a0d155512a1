import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { Series } from "../../../workers/contract";
import type { ColumnDecision } from "../../../workers/engine/jobs/decide-columns";
import { messages } from "../../../workers/messages";
import { fileStem, saveTable } from "../../analysis/data/save-table.ts";
import { partOf, useJob } from "../../client/use-job";
import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { BatchTable } from "./batch-table.tsx";
import { type EngineData, engineSettings } from "./engine-data.ts";
import type { SetKeys } from "./use-tab-keys.ts";

interface BatchTabProps extends EngineData {
  active: boolean;
  setKeys: SetKeys;
}

interface Batch {
  rows: ColumnDecision[];
  series: Series;
  key: string;
  at: number;
}

const keyOf = (series: Series | null, news: string, settings: object): string => JSON.stringify([series?.hash, news, settings]);

/** The engine's decision for every column of the loaded table, in one sortable list. */
export function BatchTab({ data, inputs, limits, active, setKeys }: BatchTabProps) {
  const job = useJob("decide-columns");
  const [last, setLast] = useState<Batch | null>(null);
  const settings = useMemo(() => engineSettings(inputs, limits), [inputs, limits]);
  // A table stands in the box or in the CSV field; the wider one is meant.
  const { typed, csv } = data.series;
  const series = (csv?.columns.length ?? 0) > (typed?.columns.length ?? 0) ? csv : (typed ?? csv);
  const columns = useMemo(() => series?.columns.filter(({ role }) => role !== "volume") ?? [], [series]);
  const { news } = inputs;

  const run = async () => {
    const read = await data.settled();
    const table = (read.csv?.columns.length ?? 0) > (read.typed?.columns.length ?? 0) ? read.csv : (read.typed ?? read.csv);
    if (!table) return;
    const input = {
      columns: table.columns.filter(({ role }) => role !== "volume").map(({ name, values }) => ({ name, values })),
      news,
      settings,
    };
    // Whoever writes the run down is there when the result is: the page may go at once.
    import("./record-batch.ts").catch(() => undefined);
    const startedAt = Date.now();
    const outcome = await job.run(input);
    if (!outcome.ok) return;
    const done = { rows: outcome.value, series: table, key: keyOf(table, news, settings), at: Date.now() };
    startTransition(() => setLast(done));
    const text = data.box.text;
    void import("./record-batch.ts").then(({ recordBatch }) =>
      recordBatch(outcome.value, { input, series: read, text, startedAt, at: done.at }),
    );
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const ready = columns.length > 0;
  useEffect(() => {
    if (!active) return;
    setKeys("batch", {
      run: ready && !job.running ? () => void latest.current() : undefined,
      cancel: job.running ? job.cancel : undefined,
    });
  }, [active, setKeys, ready, job.running, job.cancel]);

  const failure = partOf(job.state).failure;
  const button = (
    <Button kind="primary" keys="Ctrl ↵" busy={job.running} isDisabled={!ready} onPress={() => void run()}>
      {ready ? `Decide for ${plural(columns.length, "column")}` : "Decide for all columns"}
    </Button>
  );
  const save = ({ rows, series: from }: Batch) =>
    void import("./batch-file.ts").then(({ batchColumns }) => saveTable(batchColumns(rows), `${fileStem(from.name)}-decisions.csv`));
  return (
    <>
      <LateProgress progress={job.progress} onCancel={job.cancel} />
      <FailureBox failure={failure} />
      {last ? (
        <>
          {last.key === keyOf(series, news, settings) ? null : (
            <Caution>Data, news or settings have changed since these decisions of {clockTime(last.at)}.</Caution>
          )}
          <Panel
            title="Decisions by column"
            note={`${last.series.name}, newest of each`}
            flush
            actions={
              <>
                <Button size="small" onPress={() => save(last)}>
                  CSV
                </Button>
                {button}
              </>
            }
            footer={
              news.trim() === ""
                ? "No news given: their sentiment is neutral for every column."
                : "The same news are weighed for every column."
            }
          >
            <BatchTable rows={last.rows} />
          </Panel>
        </>
      ) : (
        <EmptyState actions={button}>
          {ready
            ? `${series?.name ?? ""} has ${plural(columns.length, "column")} of prices: the engine decides for each, at its newest value.`
            : `${messages.enterMarketData}: a table with a column per asset, pasted or as a CSV file.`}
        </EmptyState>
      )}
    </>
  );
}
