import { useMemo } from "react";
import type { ChartAxis, ChartPane, ChartSeries } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart.tsx";
import { count } from "../../lib/format.ts";
import { isTested, type LyapunovRun } from "./use-lyapunov";

/** Divergence of neighbors, the linear region whose slope is the exponent, and surrogates. */
export function DivergenceChart({ run }: { run: LyapunovRun }) {
  const { curve, fit, region, surrogates, n } = run.value;
  const x = useMemo<ChartAxis>(() => ({ kind: "number", values: Float64Array.from(curve.keys()), label: "Step k", digits: 0 }), [curve]);
  const panes = useMemo<ChartPane[]>(() => {
    // Without a linear region the line would cross the curve instead of following it.
    const straight = region.origin !== "default";
    const fitted: ChartSeries[] =
      fit && straight
        ? [
            {
              key: "fit",
              label: `fitted, steps ${region.from} to ${region.to}`,
              short: "fit",
              color: "warn",
              kind: "line",
              start: region.from,
              values: Float64Array.from({ length: region.to - region.from + 1 }, (_, k) => fit.intercept + fit.slope * (region.from + k)),
            },
          ]
        : [];
    const tested: ChartSeries[] =
      surrogates.n === n
        ? []
        : [
            {
              key: "tested",
              label: `latest ${count(surrogates.n)}`,
              color: "muted",
              kind: "line",
              dashed: true,
              values: surrogates.curve,
            },
          ];
    return [
      {
        key: "divergence",
        share: 1,
        digits: 3,
        series: [
          ...fitted,
          { key: "curve", label: "S(k), mean ln distance", short: "S(k)", color: "accent", kind: "line", values: curve },
          ...tested,
          {
            key: "surrogates",
            label: isTested(run) ? `${surrogates.slopes.length} surrogates` : "surrogates",
            short: "surrogates",
            color: "muted",
            kind: "band",
            lower: surrogates.lower,
            upper: surrogates.upper,
          },
        ],
      },
    ];
  }, [run, curve, fit, region, surrogates, n]);
  return (
    <TimeChart
      title="Analysis Visualization"
      subtitle={`divergence of neighbors${region.origin === "default" ? "" : ": the exponent is the slope of the fitted part"}`}
      x={x}
      panes={panes}
      exportName="divergence"
      height={320}
      footer={
        region.origin === "default"
          ? "No linear region: the first steps were fitted."
          : region.origin === "given"
            ? "Fitted over the range set manually."
            : "Fitted over the longest range of stable local slopes."
      }
    />
  );
}
