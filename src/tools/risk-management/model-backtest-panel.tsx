import { useContext } from "react";
import { BASEL } from "../../../workers/risk/schema";
import { modelLabel } from "../../../workers/volatility/schema";
import { PartNote } from "../../analysis/part-note.tsx";
import { count, day, fixed, percent, plural, pValue } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { saveModelBacktest } from "./exports.tsx";
import { ModelBacktestChart } from "./model-backtest-chart.tsx";
import { advice, isRejected, level, levelsOf, type ModelLevel } from "./model-levels";
import { provenanceOf } from "./provenance";
import { type OutOfSample, OutOfSampleContext } from "./use-out-of-sample";
import type { RiskRun } from "./use-risk";

const ZONES = { green: "ok", yellow: "caution", red: "bad" } as const;

const columns: TableColumn<ModelLevel>[] = [
  {
    id: "level",
    header: "VaR",
    cell: (row) => (
      <Verdict state={isRejected(row) ? "caution" : "ok"}>
        {`${level(row.confidence)}, `}
        <span className="whitespace-nowrap">{row.sample}</span>
      </Verdict>
    ),
    text: (row) => `${level(row.confidence)}, ${row.sample}`,
  },
  { id: "steps", header: "Steps", cell: ({ counts }) => count(counts.observations) },
  { id: "exceptions", header: "Exceptions", matters: true, cell: ({ counts }) => count(counts.exceptions) },
  { id: "expected", header: "Expected", matters: true, cell: ({ expected }) => fixed(expected, 1) },
  {
    id: "basel",
    header: "Basel zone",
    cell: ({ basel }) => (basel ? <Verdict state={ZONES[basel.zone]}>{zoneWords(basel)}</Verdict> : "—"),
    text: ({ basel }) => (basel ? zoneWords(basel) : "—"),
  },
  { id: "kupiec-p", header: "Kupiec p", matters: true, cell: ({ unconditional }) => pValue(unconditional.pValue) },
  { id: "independence-p", header: "Christoffersen p", cell: ({ independence }) => pValue(independence.pValue) },
  { id: "both-p", header: "Both p", cell: ({ conditional }) => pValue(conditional.pValue) },
  { id: "shortfall-p", header: "McNeil–Frey p", matters: true, cell: ({ shortfall }) => pValue(shortfall?.pValue) },
  { id: "excess", header: "Excess over ES (σ)", cell: ({ shortfall }) => fixed(shortfall?.excess, 3) },
  { id: "kupiec", header: "Kupiec LR", cell: ({ unconditional }) => fixed(unconditional.statistic, 3) },
  { id: "independence", header: "Christoffersen LR", cell: ({ independence }) => fixed(independence.statistic, 3) },
  { id: "both", header: "Both LR", cell: ({ conditional }) => fixed(conditional.statistic, 3) },
  { id: "shortfall", header: "McNeil–Frey t", cell: ({ shortfall }) => fixed(shortfall?.statistic, 3) },
];

const zoneWords = ({ zone, exceptions }: NonNullable<ModelLevel["basel"]>) => `${zone}, ${count(exceptions)} of ${BASEL.steps}`;

/** Refits with the parameters of each step, and those that failed. */
function refitWords({ refits, failures, step, window }: OutOfSample, times: Float64Array | null): string {
  const [first] = failures;
  const at = first && (times ? day(times[first.origin]) : `step ${count(first.origin + 1)}`);
  const words = `each VaR is from the latest of ${plural(refits, "refit")}, one every ${count(step)} steps, to the ${count(window)} returns before it.`;
  if (!first) return words;
  return `${words} ${plural(failures.length, "refit")} failed; the previous one is used instead. The first, before ${at}: ${first.message.replace(/\.$/, "")}.`;
}

/** Exceptions of the model's value at risk and its expected shortfall, in the sample it is fitted to and out of it. */
export function ModelBacktestPanel({ run }: { run: RiskRun }) {
  const { byModel } = run.value;
  const { volatilityModel: model } = run.settings;
  const tested = model ? byModel?.losses?.backtest : undefined;
  const later = useContext(OutOfSampleContext);
  if (!tested || !model || !later) return null;
  const { value, part, reason, busy, progress, cancel, refit } = later;
  const inSample = levelsOf(tested, "in-sample");
  const outOfSample = value ? levelsOf(value, "out of sample") : [];
  const rows = inSample.flatMap((row, i) => [row, ...outOfSample.slice(i, i + 1)]);
  return (
    <>
      <LateProgress progress={progress} onCancel={cancel} />
      <PartNote part={part} things="refits">
        The out-of-sample backtest ends where these end.
      </PartNote>
      <Panel
        title="Model VaR backtest"
        note={modelLabel(model)}
        busy={busy}
        actions={
          <>
            {refit ? (
              <Button size="small" onPress={refit}>
                {part ? "Make all refits" : "Refit out of sample"}
              </Button>
            ) : null}
            <Button size="small" kind="quiet" onPress={() => saveModelBacktest(run, rows, part)}>
              <TableFormatName />
            </Button>
            <InfoButton {...provenanceOf(run).modelBacktest} />
          </>
        }
        footer={`${value ? "Out of sample" : "In-sample"}: ${advice(value ? outOfSample : inSample)} In-sample: parameters fitted to the whole series, so the model knows the losses it is tested on. Out of sample: ${value ? refitWords(value, run.returnTimes) : `${reason}.`}`}
        flush
      >
        <DataTable
          label="Model VaR backtest"
          columns={columns}
          rows={rows}
          rowKey={({ confidence, sample }) => `${sample} ${percent(confidence, 4)}`}
        />
      </Panel>
      <ModelBacktestChart run={run} path={value?.path ?? null} reason={reason} busy={busy} />
    </>
  );
}
