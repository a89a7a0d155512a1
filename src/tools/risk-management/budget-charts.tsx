import { useMemo } from "react";
import { BarChart } from "../../charts/bar-chart";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import type { Budget } from "./use-budget";

/** What one unit of money would have become under both sets of weights. */
export function WealthChart({ budget }: { budget: Budget }) {
  const { times } = budget;
  const x = useMemo<ChartAxis>(
    () => (times ? { kind: "time", values: times, label: "Date" } : { kind: "index", values: null, label: "Value" }),
    [times],
  );
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "wealth",
        share: 1,
        digits: 3,
        series: [
          { key: "proposed", label: "Proposed", color: "accent", kind: "line", values: budget.proposed.wealth },
          { key: "current", label: "Now", color: "muted", kind: "line", dashed: true, values: budget.current.wealth },
        ],
      },
    ],
    [budget],
  );
  return (
    <TimeChart
      title="Wealth"
      subtitle="from 1, weights restored every step"
      x={x}
      panes={panes}
      height={260}
      exportName="risk-budget-wealth"
    />
  );
}

/** Who bears the risk, before and after. */
export function SharesChart({ budget }: { budget: Budget }) {
  const { names, current, proposed } = budget;
  const series = useMemo(() => {
    const shares = (of: Budget["current"]) =>
      Float64Array.from(of.contributions.assets, ({ percentVolatility }) => 100 * percentVolatility);
    return [
      { key: "proposed", label: "Proposed", values: shares(proposed) },
      { key: "now", label: "Now", values: shares(current) },
    ];
  }, [current, proposed]);
  return (
    <BarChart
      title="Share of risk"
      subtitle="% of the volatility over the sample"
      exportName="risk-shares"
      category="Asset"
      categories={names}
      series={series}
      unit="%"
      digits={1}
      direction={names.length > 8 ? "sideways" : "upright"}
    />
  );
}
