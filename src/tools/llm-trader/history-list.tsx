import { useEffect, useMemo, useState } from "react";
import { DAY, HOUR, MINUTE } from "../../../workers/contract";
import type { Realized } from "../../../workers/news/reflect";
import { clockTime, fixed, isoDayOrDash, percent } from "../../lib/format.ts";
import { clearDecisions, decisionsStamp, type KeptDecision, MAX_DECISIONS } from "../../state/decisions";
import { edits } from "../../state/edits";
import { SampleChip } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Direction } from "../../ui/direction.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";
import { Verdict } from "../../ui/verdict.tsx";
import { NewsText } from "./news-text.tsx";
import { MARKS } from "./signal-results.tsx";
import { type Change, type TraderInputs, WINDOWS } from "./trader-inputs.ts";
import type { History } from "./use-history.ts";

const WINDOW_DAYS = { "1d": 1, "7d": 7, "1m": 30 } as const;

/** "just now", "5m ago", "3h ago", "2d ago". */
function ago(time: number, now: number): string {
  const passed = Math.max(0, now - time);
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m ago`;
  return passed < DAY ? `${Math.floor(passed / HOUR)}h ago` : `${Math.floor(passed / DAY)}d ago`;
}

/** The current time, updated every minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface Row {
  key: string;
  when: string;
  body: KeptDecision["body"];
  became: Realized | null;
}

function outcomeOf({ became, body }: Row) {
  if (!became || became.entry === null) return <span className="whitespace-nowrap text-muted">no prices</span>;
  if (became.move === null) return <span className="whitespace-nowrap text-muted">still open</span>;
  const move = percent(became.move, 2);
  if (body.direction === "NEUTRAL") return <span className="num text-muted">{move}</span>;
  return (
    <Verdict state={became.hit ? "ok" : "bad"}>
      <span className="num">{move}</span>
    </Verdict>
  );
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: "when", header: "Analyzed", cell: ({ when }) => when, text: ({ body }) => clockTime(body.at), sortBy: ({ body }) => body.at },
  { id: "news", header: "News date", cell: ({ body }) => isoDayOrDash(body.published), sortBy: ({ body }) => body.published },
  {
    id: "direction",
    header: "Signal",
    matters: true,
    words: true,
    cell: ({ body }) => <Direction mark={MARKS[body.direction]}>{body.direction}</Direction>,
    text: ({ body }) => body.direction,
    sortBy: ({ body }) => body.direction,
  },
  {
    id: "confidence",
    header: "Confidence",
    matters: true,
    cell: ({ body }) => percent(body.confidence, 0),
    sortBy: ({ body }) => body.confidence,
  },
  { id: "sentiment", header: "Sentiment", cell: ({ body }) => fixed(body.sentiment, 2), sortBy: ({ body }) => body.sentiment },
  { id: "regime", header: "Regime", words: true, cell: ({ body }) => body.regime, sortBy: ({ body }) => body.regime },
  {
    id: "outcome",
    header: "Forward return",
    matters: true,
    words: true,
    cell: outcomeOf,
    text: ({ became }) => percent(became?.move, 2),
    sortBy: ({ became }) => became?.gain,
  },
  {
    id: "text",
    header: "Text",
    words: true,
    cell: ({ body }) => <NewsText text={body.text} className="max-w-72 @min-[641px]:@max-[760px]:max-w-40" />,
    text: ({ body }) => body.text,
  },
];

const SAMPLES = [
  { when: "2h ago", signal: "LONG", accuracy: 0.85 },
  { when: "1d ago", signal: "NEUTRAL", accuracy: 0.72 },
  { when: "3d ago", signal: "SHORT", accuracy: 0.68 },
] as const;

/** The decisions of a window that ends now, each with the subsequent move of the linked prices; three samples until there are any. */
export function HistoryList({ history, inputs, change }: { history: History; inputs: TraderInputs; change: Change }) {
  const { records, realized } = history;
  const now = useMinute();
  const rows = useMemo(() => {
    return records
      .map(
        (record, index): Row => ({ key: record.id, when: ago(record.body.at, now), body: record.body, became: realized?.[index] ?? null }),
      )
      .filter(({ body }) => now - body.at <= WINDOW_DAYS[inputs.window] * DAY);
  }, [records, realized, inputs.window, now]);
  const clear = async () => {
    const command = { what: "clearing of the history", run: clearDecisions, stamp: decisionsStamp };
    const outcome = await edits.make(command, "History cleared");
    if (!outcome.ok) toastFailure(outcome.failure);
  };
  if (records.length === 0) {
    return (
      <Panel title="Historical Analysis" note="until you have a history" actions={<SampleChip />}>
        <ul className="flex flex-col">
          {SAMPLES.map(({ when, signal, accuracy }) => (
            <li key={when} className="flex justify-between gap-3 border-line border-t py-1 first:border-t-0">
              <span>
                <span className="text-muted">{when}</span> <Direction mark={MARKS[signal]}>{signal}</Direction>
              </span>
              <span className="num">accuracy {percent(accuracy, 0)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    );
  }
  return (
    <Panel
      title="Historical Analysis"
      note={`${rows.length} of ${records.length}, latest ${MAX_DECISIONS} retained`}
      flush
      actions={
        <>
          <Segmented
            label="Window"
            labelHidden
            value={inputs.window}
            options={WINDOWS.map((value) => ({ value, label: value }))}
            onChange={(window) => change({ window })}
          />
          <Button size="small" onPress={() => void clear()}>
            Clear
          </Button>
        </>
      }
    >
      <DataTable
        label="Historical Analysis"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ key }) => key}
        height={560}
        empty="No signals in this window."
      />
    </Panel>
  );
}
