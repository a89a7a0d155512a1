import { useMemo } from "react";
import { DISTRIBUTION_NAMES } from "../../../workers/volatility/schema";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import type { DiagnosisValue, GarchRun } from "./use-garch";

/** Residual quantiles against those of the fitted density: on the line if the density fits. */
export function QuantileChart({ run, qq }: { run: GarchRun; qq: DiagnosisValue["qq"] }) {
  const x = useMemo<ChartAxis>(() => ({ kind: "number", values: qq.theoretical, label: "Fitted quantile", digits: 2 }), [qq]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "quantiles",
        share: 1,
        digits: 2,
        series: [
          { key: "line", label: "fitted density", color: "muted", kind: "line", values: qq.theoretical, dashed: true },
          { key: "sample", label: "residuals", color: "accent", kind: "points", values: qq.sample },
        ],
      },
    ],
    [qq],
  );
  const density = DISTRIBUTION_NAMES[run.value.fit.model.distribution];
  return (
    <TimeChart
      title="Residual quantiles"
      subtitle={`against ${density}`}
      x={x}
      panes={panes}
      exportName="residual-quantiles"
      height={220}
    />
  );
}
