import { useMemo } from "react";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { fittedVolatility } from "../../charts/fitted-volatility";
import { TimeChart } from "../../charts/time-chart";
import type { ForecastValue, GarchRun } from "./use-garch";

/** Conditional volatility over the sample, in front of the absolute returns, followed by the forecast with its 95% band. */
export function VolatilityChart({
  run,
  forecast,
  onExportTable,
}: {
  run: GarchRun;
  forecast: ForecastValue | null;
  onExportTable: () => void;
}) {
  const { value: fitted, unit, times } = run;
  const n = fitted.fit.n;
  const x = useMemo(() => datedAxis(times && (forecast?.axisTimes ?? times), "Observation"), [times, forecast]);
  const panes = useMemo<ChartPane[]>(() => {
    const band = forecast?.volatilityBands.find(({ level }) => level === 0.95);
    return [
      {
        key: "volatility",
        share: 1,
        unit,
        digits: 3,
        range: [0, null],
        series: [
          ...fittedVolatility(fitted.returns, fitted.fit.volatility),
          ...(forecast && band
            ? ([
                {
                  key: "band",
                  label: "forecast, 95%",
                  short: "95%",
                  color: "warn",
                  kind: "band",
                  start: n,
                  lower: band.lower,
                  upper: band.upper,
                },
                { key: "mean", label: "forecast", color: "warn", kind: "line", start: n, values: forecast.volatility },
              ] as const)
            : []),
        ],
      },
    ];
  }, [fitted, forecast, unit, n]);
  const markers = useMemo<ChartMarkers>(() => (forecast ? { lines: [{ at: n - 0.5, label: "now" }] } : {}), [forecast, n]);
  return (
    <TimeChart
      title="Conditional volatility"
      subtitle={`${unit || "fraction"} per step; larger returns are cut at the axis`}
      x={x}
      panes={panes}
      markers={markers}
      exportName="conditional-volatility"
      onExportTable={onExportTable}
    />
  );
}
