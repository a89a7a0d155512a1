import { useMemo } from "react";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { seriesColor } from "../../charts/series-color";
import { TimeChart } from "../../charts/time-chart";
import { count } from "../../lib/format.ts";
import type { AlphaRun } from "./use-alpha";

const FOOTER = {
  series: "Position by the sign of the factor (of a formula: of its z-score over the lookback), lagged one close, before costs.",
  "cross-section": "Long high-ranked and short low-ranked assets, rebalanced every step, before costs.",
};

/** Groups of factors with identical performance, their names joined. */
function sameCourses({ performance, factors }: AlphaRun["value"]): string[] {
  const byCourse = new Map<string, string[]>();
  for (const { id, name } of factors) {
    const course = performance.map((point) => point[`factor${id}`]?.toFixed(9)).join();
    byCourse.set(course, [...(byCourse.get(course) ?? []), name]);
  }
  return [...byCourse.values()].filter(({ length }) => length > 1).map((names) => names.join(", "));
}

/** Return of holding each factor's sign over the last steps. */
export function PerformanceChart({ run }: { run: AlphaRun }) {
  const { performance, factors } = run.value;
  const dated = run.input.times !== null;
  const x = useMemo<ChartAxis>(() => {
    const values = Float64Array.from(performance, ({ timestamp }) => timestamp);
    return dated ? { kind: "time", values, label: "Date" } : { kind: "number", values, label: "Row", digits: 0 };
  }, [performance, dated]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "performance",
        share: 1,
        unit: "%",
        digits: 2,
        guides: [{ y: 0, label: "0" }],
        series: factors.map(({ id, name }, place) => ({
          key: `factor${id}`,
          label: name,
          color: seriesColor(place),
          kind: "line",
          values: Float64Array.from(performance, (point) => 100 * (point[`factor${id}`] ?? Number.NaN)),
        })),
      },
    ],
    [performance, factors],
  );
  const alike = useMemo(() => sameCourses(run.value), [run.value]);
  return (
    <TimeChart
      title="Factor Performance"
      subtitle={`cumulative return over the last ${count(performance.length)} steps, %`}
      x={x}
      panes={panes}
      height={280}
      exportName="alpha-factor-performance"
      footer={`${FOOTER[run.value.mode]}${alike.length > 0 ? ` Overlapping lines have identical positions: ${alike.join("; ")}.` : ""}`}
    />
  );
}
