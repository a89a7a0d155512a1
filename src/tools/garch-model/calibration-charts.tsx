import { memo, useMemo } from "react";
import type { Jobs } from "../../../workers/jobs";
import type { ChartMarkers, ChartPane, ChartSeries } from "../../charts/chart-spec";
import { ContourChart } from "../../charts/contour-chart";
import { datedAxis } from "../../charts/dated-axis.ts";
import type { ContourLine } from "../../charts/figures/contour-figure";
import type { MovedPoint } from "../../charts/figures/contour-plot";
import { TimeChart } from "../../charts/time-chart";
import type { JobValue } from "../../client/pool";
import { percent } from "../../lib/format.ts";
import type { ForecastValue, GarchRun } from "./use-garch";

export type Evaluation = JobValue<Jobs, "evaluate-garch">;
type Surface = JobValue<Jobs, "profile-garch">;

export interface EvaluationProps {
  run: GarchRun;
  maximum: Evaluation;
  /** Null while no parameter has been adjusted, or if the parameters define no valid model. */
  manual: Evaluation | null;
}

export const MANUAL = { label: "manual", color: "warn" } as const;
export const MAXIMUM = { label: "maximum", color: "accent" } as const;
/** Coverage of the confidence region in text. */
const USUAL = 0.95;

/** Conditional volatility for manual and fitted parameters, with their forecasts. */
export const CalibratedVolatility = memo(function CalibratedVolatility(props: EvaluationProps & { forecast: ForecastValue | null }) {
  const { run, maximum, manual, forecast } = props;
  const { unit, times } = run;
  const n = maximum.volatility.length;
  const axisTimes = times && (forecast?.axisTimes ?? null);
  const ahead = times ? (axisTimes ? axisTimes.length - n : 0) : maximum.forecast.length;
  const x = useMemo(() => datedAxis(axisTimes ?? times, "Observation"), [times, axisTimes]);
  const panes = useMemo<ChartPane[]>(() => {
    const linesOf = ({ volatility, forecast: next }: Evaluation, { label, color }: Pick<ChartSeries, "label" | "color">): ChartSeries[] => [
      { key: `sigma ${label}`, label: `σₜ, ${label}`, short: label, color, kind: "line", values: volatility },
      ...(ahead > 0
        ? [
            {
              key: `next ${label}`,
              label: `forecast, ${label}`,
              color,
              kind: "line" as const,
              dashed: true,
              start: n,
              values: next.subarray(0, ahead),
            },
          ]
        : []),
    ];
    const series = [...linesOf(manual ?? maximum, MANUAL), ...linesOf(maximum, MAXIMUM)];
    return [{ key: "volatility", share: 1, unit, digits: 3, range: [0, null], series }];
  }, [manual, maximum, unit, n, ahead]);
  const markers = useMemo<ChartMarkers>(() => (ahead > 0 ? { lines: [{ at: n - 0.5, label: "now" }] } : {}), [n, ahead]);
  return (
    <TimeChart
      title="Volatility, manual"
      subtitle={`${unit || "fraction"} per step, compared with the maximum`}
      x={x}
      panes={panes}
      markers={markers}
      exportName="volatility-by-hand"
      height={240}
    />
  );
});

interface SurfaceProps {
  surface: Surface | null;
  /** α and β at the maximum. */
  place: { x: number; y: number };
  grip: MovedPoint;
}

const AXIS_DIGITS = 4;

/** Profile log-likelihood over α and β: confidence regions, the maximum and the manual point. */
export function LikelihoodContour({ surface, place, grip }: SurfaceProps) {
  const { x: alpha, y: beta } = place;
  const plane = useMemo(
    () =>
      surface && {
        x: { label: "α₁", values: surface.x, digits: AXIS_DIGITS },
        y: { label: "β₁", values: surface.y, digits: AXIS_DIGITS },
        values: surface.drops,
        depth: Math.max(...surface.regions.map(({ drop }) => drop)),
        lines: surface.regions.map(
          ({ coverage, edge }): ContourLine => ({
            label: coverage === USUAL ? `${percent(coverage, 0)} confidence region` : percent(coverage, 0),
            segments: edge,
            strong: coverage === USUAL,
          }),
        ),
        place: { x: alpha, y: beta, label: "maximum" },
      },
    [surface, alpha, beta],
  );
  const frame = { title: "Likelihood surface", subtitle: "relative to the maximum", exportName: "likelihood-surface" };
  if (!plane) return <ContourChart {...frame} {...NOTHING} grip={grip} loading="Profiling the likelihood…" />;
  return (
    <ContourChart
      {...frame}
      {...plane}
      measure="Below the maximum"
      digits={2}
      grip={grip}
      footer="All other parameters are at their optimum here; manual values need not be. Gray: the variance would not be positive and stationary."
    />
  );
}

const NO_AXIS = { label: "", values: new Float64Array(0), digits: 0 };
const NOTHING = {
  x: NO_AXIS,
  y: NO_AXIS,
  values: new Float64Array(0),
  measure: "",
  digits: 0,
  depth: 1,
  lines: [],
  place: { x: 0, y: 0, label: "" },
};
