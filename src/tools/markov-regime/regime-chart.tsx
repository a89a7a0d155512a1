import { useMemo } from "react";
import type { ChartPane, ChartSeries } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { regimeColor, regimeGrounds } from "../../charts/regime-colors";
import { TimeChart } from "../../charts/time-chart.tsx";
import type { MarkovSettings } from "./settings";
import { drawnOf, type MarkovRun, type ShadeValue } from "./use-markov";

interface RegimeChartProps {
  run: MarkovRun;
  view: MarkovSettings["view"];
  shades: ShadeValue | null;
  onExportTable: () => void;
}

/** The prices over a background colored by the most probable regime, and the probabilities below. */
export function RegimeChart({ run, view, shades, onExportTable }: RegimeChartProps) {
  const { value: fitted, times, column } = run;
  const { regimes } = fitted;
  const x = useMemo(() => datedAxis(times, "Observation"), [times]);
  const panes = useMemo<ChartPane[]>(() => {
    if (!shades) return [];
    const grounds = regimeGrounds(
      regimes.map(({ label }) => label),
      shades.sides,
    );
    const probabilities = drawnOf(fitted).map((regime, place): ChartSeries => {
      const { label } = regimes[regime];
      const values = shades.probabilities[place];
      return { key: label, label: `P(${label})`, color: regimeColor(label), kind: "line", spread: true, values };
    });
    const name = fitted.kind === "prices" ? column.name : "Value of 1 invested";
    return [
      {
        key: "price",
        share: 3,
        digits: 2,
        series: [{ key: "price", label: name, color: "text", kind: "line", values: shades.line }, ...grounds],
      },
      { key: "probability", share: 1, digits: 3, range: [0, 1], series: probabilities },
    ];
  }, [shades, regimes, fitted, column]);
  return (
    <TimeChart
      title="Price by regime"
      subtitle={view === "filtered" ? "filtered: no look-ahead in the probabilities" : "smoothed: looks ahead"}
      x={x}
      panes={panes}
      loading={shades ? false : "Coloring regimes…"}
      exportName={`regimes-${view}`}
      onExportTable={onExportTable}
      height={380}
      footer="Colored by the most probable regime. Zoomed out, probabilities are their median within bands of the 25–75% and 5–95% quantiles."
    />
  );
}
