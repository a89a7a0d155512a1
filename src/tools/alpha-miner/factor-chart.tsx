import { useMemo } from "react";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { count } from "../../lib/format.ts";
import type { FactorResult } from "./alpha-input";
import type { AlphaRun } from "./use-alpha";

/** Factor values and predictive power over time; across assets, the information coefficient of each date. */
export function FactorChart({ run, factor }: { run: AlphaRun; factor: FactorResult }) {
  const { times, settings } = run.input;
  const x = useMemo(() => datedAxis(times, "Row"), [times]);
  const { name, values, informationPath } = factor;
  const panes = useMemo<ChartPane[]>(() => {
    const information = (column: Float64Array): ChartPane => ({
      key: "information",
      share: 1,
      digits: 3,
      range: [-1, 1],
      guides: [{ y: 0, label: "0" }],
      series: [{ key: "ic", label: "IC", color: "series-2", kind: informationPath ? "line" : "points", values: column }],
    });
    if (!informationPath) return [information(values)];
    return [
      { key: "values", share: 1, digits: 3, series: [{ key: "values", label: name, color: "series-1", kind: "line", values }] },
      information(informationPath),
    ];
  }, [name, values, informationPath]);
  return (
    <TimeChart
      title={informationPath ? `${name} over time` : `IC of ${name} by date`}
      subtitle={informationPath ? `below: IC of the ${count(settings?.window)} steps up to each` : undefined}
      x={x}
      panes={panes}
      height={informationPath ? 320 : 220}
      exportName="alpha-factor"
    />
  );
}
