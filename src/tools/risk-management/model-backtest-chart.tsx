import { useMemo, useState } from "react";
import type { Jobs } from "../../../workers/jobs";
import { useFollowing } from "../../analysis/use-follow-up";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import type { JobValue } from "../../client/pool";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Words } from "../../ui/texts.ts";
import { level, type ModelLevel } from "./model-levels";
import type { RiskRun } from "./use-risk";

type Path = JobValue<Jobs, "backtest-model">["path"];

const SAMPLES = [
  { value: "out of sample", label: "Out of sample" },
  { value: "in-sample", label: "In-sample" },
] as const;
/** The fit to the whole series yields to anything the user requests. */
const LATER = { priority: "batch", listsCancel: true } as const;

interface ModelBacktestChartProps {
  run: RiskRun;
  /** The losses out of sample; null without any, for the reason given. */
  path: Path | null;
  reason: string | null;
  busy: boolean;
}

/** Every return against the model's value at risk and expected shortfall of its step; exceptions are highlighted. */
export function ModelBacktestChart({ run, path, reason, busy }: ModelBacktestChartProps) {
  const { value: report, returnTimes, input } = run;
  const { confidenceLevel } = report.settings;
  const [chosen, choose] = useState<ModelLevel["sample"] | null>(null);
  const sample = chosen ?? (path || busy ? "out of sample" : "in-sample");
  const isInSample = sample === "in-sample";
  const asked = useMemo(() => (isInSample ? { ...input, sample } : null), [isInSample, input, sample]);
  const traced = useFollowing("backtest-model", asked, LATER);
  const shown = isInSample ? (traced.value?.path ?? null) : path;
  const x = useMemo(() => datedAxis(returnTimes, "Return"), [returnTimes]);
  const { panes, markers } = useMemo(() => drawn(shown, report), [shown, report]);
  return (
    <>
      <LateProgress progress={traced.progress} onCancel={traced.cancel} />
      <Segmented label="Sample of the model's VaR" labelHidden value={sample} options={SAMPLES} onChange={choose} />
      <TimeChart
        title="Returns and the model's VaR and ES"
        subtitle={`% per step, ${level(confidenceLevel)}, ${sample}${report.unit ? "" : ", log returns"}`}
        x={x}
        panes={panes}
        markers={markers}
        height={240}
        exportName={`model-value-at-risk-${sample.replaceAll(" ", "-")}`}
        loading={(isInSample ? traced.busy : busy) && (isInSample ? "Fitting" : "Refitting")}
        empty={isInSample ? traced.failure ? <Words of={traced.failure} /> : "In-sample: not computed." : `Out of sample: ${reason}.`}
      />
    </>
  );
}

const NO_MARKERS: ChartMarkers = {};

function drawn(path: Path | null, report: RiskRun["value"]): { panes: ChartPane[]; markers: ChartMarkers } {
  if (!path) return { panes: [], markers: NO_MARKERS };
  const { returns, first, valueAtRisk, shortfall, exceptions } = path;
  const factor = report.unit === "fraction" ? 100 : 1;
  // An autoregressive mean has no returns for its first lags.
  const from = report.allReturns - returns.length;
  const start = from + first;
  const losses = { kind: "line", factor: -factor, start } as const;
  return {
    panes: [
      {
        key: "returns",
        share: 1,
        unit: "%",
        digits: 2,
        series: [
          { key: "limit", label: "−VaR", color: "warn", values: valueAtRisk, ...losses },
          { key: "shortfall", label: "−ES", color: "accent", values: shortfall, dashed: true, ...losses },
          { key: "exceptions", label: "Exceptions", color: "down", kind: "points", values: exceptions, factor, start },
          { key: "returns", label: "Return", color: "muted", kind: "bars", values: returns, factor, start: from },
        ],
      },
    ],
    markers: first > 0 ? { zones: [{ from: -0.5, to: start - 0.5, label: "first window", tone: "dimmed" }] } : NO_MARKERS,
  };
}
