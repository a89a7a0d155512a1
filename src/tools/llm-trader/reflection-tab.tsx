import type { HitRate } from "../../../workers/news/reflect";
import type { Analysis } from "../../analysis/use-analysis";
import { fixed, isoDayOrDash, percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Direction } from "../../ui/direction.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { CalibrationChart } from "./calibration-chart.tsx";
import { HistoryList } from "./history-list.tsx";
import { NewsText } from "./news-text.tsx";
import { accuracyInfo, brierInfo } from "./provenance.ts";
import { MARKS } from "./signal-results.tsx";
import type { Change, TraderInputs } from "./trader-inputs.ts";
import type { History } from "./use-history.ts";
import type { ReflectionRun } from "./use-reflection.ts";

interface ReflectionTabProps {
  reflection: Analysis<ReflectionRun>;
  history: History;
  inputs: TraderInputs;
  change: Change;
}

const RATES: readonly TableColumn<HitRate>[] = [
  { id: "label", header: "Group", cell: ({ label }) => label },
  { id: "scored", header: "Scored", cell: ({ scored }) => `${scored}`, sortBy: ({ scored }) => scored },
  { id: "share", header: "Hit rate", cell: ({ share }) => percent(share), sortBy: ({ share }) => share },
  {
    id: "interval",
    header: "95%",
    cell: ({ interval }) => (interval ? `${percent(interval[0], 0)}–${percent(interval[1], 0)}` : "—"),
  },
  {
    id: "confidence",
    header: "Mean confidence",
    cell: ({ meanConfidence }) => percent(meanConfidence),
    sortBy: ({ meanConfidence }) => meanConfidence,
  },
];

/** Performance of past signals, and the list of them. */
export function ReflectionTab({ reflection, history, inputs, change }: ReflectionTabProps) {
  const { shown: last, stale, failure, progress, cancel } = reflection;
  return (
    <>
      <LateProgress progress={progress} onCancel={cancel} />
      <FailureBox failure={failure} />
      {last ? (
        <>
          {stale ? <Caution>History, prices or settings have changed since these insights.</Caution> : null}
          <Insights run={last} />
        </>
      ) : (
        <EmptyState>
          Describe the market and generate insights: past signals are scored against the linked prices by hit rate and calibration.
        </EmptyState>
      )}
      {/* Contains every text on this device: a separate file, and not in reports. */}
      <div data-report="none">
        <HistoryList history={history} inputs={inputs} change={change} />
      </div>
    </>
  );
}

function Insights({ run }: { run: ReflectionRun }) {
  const { value, timeframe } = run;
  const { accuracy, brier, calibrationError, meanGain, insights, byRegime, byTopic, byConfidence, worst, suggestedThreshold } = value;
  const groups = [...byRegime, ...byTopic];
  const window: [string, string] = ["Timeframe", timeframe];
  return (
    <>
      <StatStrip label="Reflection">
        <Stat
          label="Accuracy"
          value={percent(accuracy.share)}
          note={
            accuracy.interval
              ? `${accuracy.hits} of ${accuracy.scored}; 95%: ${percent(accuracy.interval[0], 0)}–${percent(accuracy.interval[1], 0)}`
              : "not available: needs a LONG or SHORT signal covered by linked prices"
          }
          info={{ ...accuracyInfo, settings: [window], n: plural(accuracy.scored, "scored signal") }}
        />
        <Stat
          label="Mean move"
          value={percent(meanGain, 2)}
          note="in the signal's direction"
          info={{
            title: "Mean move",
            formula: "mean of ln(exit / entry) × sign of the signal",
            settings: [window],
            n: plural(accuracy.scored, "scored signal"),
            source: "own definition",
            computedBy: "realize",
          }}
        />
        <Stat
          label="Brier score"
          value={fixed(brier, 3)}
          note="0.250 is a coin toss"
          info={{ ...brierInfo, n: plural(accuracy.scored, "scored signal") }}
        />
        <Stat
          label="Calibration error"
          value={percent(calibrationError)}
          info={{
            title: "Calibration error",
            formula: "count-weighted mean of |hit rate − confidence| over five buckets",
            n: plural(accuracy.scored, "scored signal"),
            source: "Naeini, Cooper and Hauskrecht (2015)",
            computedBy: "reflect",
          }}
        />
        <Stat
          label="Suggested threshold"
          value={percent(suggestedThreshold?.threshold, 0)}
          note={
            suggestedThreshold ? `${percent(suggestedThreshold.share, 0)} hits, n = ${suggestedThreshold.kept}` : "needs 20 scored signals"
          }
          info={{
            title: "Suggested threshold",
            formula: "the confidence cutoff with the highest hit rate, keeping at least ten signals",
            n: plural(accuracy.scored, "scored signal"),
            source: "own definition",
            differs: "Selected in sample: expect less out of sample.",
          }}
        />
      </StatStrip>
      <Panel title="Insights" note={`${plural(value.considered, "signal")} reviewed`}>
        <ul className="flex list-disc flex-col gap-1 pl-5" data-testid="insights">
          {insights.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Panel>
      {accuracy.scored > 0 ? <CalibrationChart byConfidence={byConfidence} scored={accuracy.scored} /> : null}
      {groups.length > 0 ? (
        <Panel title="By regime and topic" flush>
          <DataTable label="By regime and topic" columns={RATES} rows={groups} rowKey={({ label }) => label} />
        </Panel>
      ) : null}
      {worst.length > 0 ? <WorstMisses run={run} /> : null}
    </>
  );
}

function WorstMisses({ run: { value, decisions } }: { run: ReflectionRun }) {
  return (
    <Panel title="Worst misses">
      <ul className="flex flex-col gap-2">
        {value.worst.map((place) => {
          const { id, body } = decisions[place];
          return (
            <li key={id} className="border-line border-t pt-2 first:border-t-0 first:pt-0">
              <Direction mark={MARKS[body.direction]}>{body.direction}</Direction> {isoDayOrDash(body.published ?? body.at)}, market{" "}
              <span className="num">{percent(value.realized[place].move, 2)}</span>
              <NewsText text={body.text} className="text-muted" />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
