import { useMemo } from "react";
import { BarChart } from "../../charts/bar-chart";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { largestFirst } from "./contribution-chart";
import type { Budget } from "./use-budget";

/** Growth of 1 under both sets of weights. */
export function WealthChart({ budget }: { budget: Budget }) {
  const { times } = budget;
  const x = useMemo(() => datedAxis(times, "Value"), [times]);
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
    <TimeChart title="Growth of 1" subtitle="rebalanced every step" x={x} panes={panes} height={260} exportName="risk-budget-wealth" />
  );
}

/** Risk contributions, before and after. */
export function SharesChart({ budget }: { budget: Budget }) {
  const { names, current, proposed } = budget;
  const { categories, series } = useMemo(() => {
    const shares = (path: Budget["current"]) => path.contributions.assets.map(({ percentVolatility }) => 100 * percentVolatility);
    const [after, before] = [shares(proposed), shares(current)];
    const rows = largestFirst(
      names.map((name, i) => ({ name, after: after[i], before: before[i] })),
      (row) => row.after,
    );
    return {
      categories: rows.map(({ name }) => name),
      series: [
        { key: "proposed", label: "Proposed", values: Float64Array.from(rows, (row) => row.after) },
        { key: "now", label: "Now", values: Float64Array.from(rows, (row) => row.before) },
      ],
    };
  }, [names, current, proposed]);
  return (
    <BarChart
      title="Risk share"
      subtitle="% of sample volatility"
      exportName="risk-shares"
      category="Asset"
      categories={categories}
      series={series}
      unit="%"
      digits={1}
      footer={names.length > categories.length ? `The ${categories.length} largest of ${names.length}; the table has all.` : undefined}
      direction={categories.length > 8 ? "sideways" : "upright"}
    />
  );
}
