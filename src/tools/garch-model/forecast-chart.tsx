import { useMemo } from "react";
import type { ChartAxis, ChartMarkers, ChartPane, ChartSeries } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import { percent } from "../../lib/format.ts";
import type { ForecastValue, GarchRun } from "./use-garch";

/** Steps of history shown before the fan. */
const HISTORY = 120;

interface ForecastChartProps {
  run: GarchRun;
  forecast: ForecastValue;
  what: "volatility" | "returns";
}

/** The fan chart: 50, 80 and 95% bands after the last observations. */
export function ForecastChart({ run, forecast, what }: ForecastChartProps) {
  const { value: fitted, unit, times } = run;
  const n = fitted.fit.n;
  const from = Math.max(0, n - HISTORY);
  const x = useMemo<ChartAxis>(
    () =>
      times && forecast.axisTimes
        ? { kind: "time", values: forecast.axisTimes.subarray(from), label: "Date" }
        : { kind: "number", values: stepsFromNow(n - from, forecast.horizon), label: "Step from now", digits: 0 },
    [times, forecast, from, n],
  );
  const panes = useMemo<ChartPane[]>(() => {
    const volatility = what === "volatility";
    const start = n - from;
    const bands = [...(volatility ? forecast.volatilityBands : forecast.cumulativeBands)].sort((a, b) => b.level - a.level);
    const fan: ChartSeries[] = bands.map(({ level, lower, upper }) => ({
      key: `band-${level}`,
      label: `${percent(level, 0)} band`,
      short: percent(level, 0),
      color: "warn",
      kind: "band",
      start,
      lower,
      upper,
    }));
    const middle: ChartSeries = {
      key: "middle",
      label: volatility ? "expected volatility" : "median cumulative return",
      short: volatility ? "forecast" : "median",
      color: "warn",
      kind: "line",
      start,
      values: volatility ? forecast.volatility : forecast.cumulativeMedian,
    };
    const history: ChartSeries = volatility
      ? { key: "history", label: "σₜ fitted", short: "σ", color: "accent", kind: "line", values: fitted.fit.volatility.subarray(from) }
      : { key: "history", label: "cumulative return to now", short: "to now", color: "accent", kind: "line", values: forecast.recentSums };
    return [{ key: what, share: 1, unit, digits: 3, ...(volatility ? { range: [0, null] } : {}), series: [history, ...fan, middle] }];
  }, [fitted, forecast, unit, n, from, what]);
  const markers = useMemo<ChartMarkers>(() => ({ lines: [{ at: times ? n - from - 0.5 : 0, label: "now" }] }), [times, n, from]);
  const subtitle =
    what === "volatility"
      ? `${unit || "fraction"} per step, ${forecast.horizon} steps ahead`
      : `cumulative return from now, ${unit || "fraction"}`;
  return (
    <TimeChart
      title={what === "volatility" ? "Volatility forecast" : "Return forecast"}
      subtitle={subtitle}
      x={x}
      panes={panes}
      markers={markers}
      exportName={`${what}-forecast`}
      height={what === "volatility" ? 300 : 220}
    />
  );
}

const stepsFromNow = (past: number, ahead: number) => Float64Array.from({ length: past + ahead }, (_, row) => row + 1 - past);
