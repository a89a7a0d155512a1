import { useMemo } from "react";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import type { DiagnosisValue, GarchRun } from "./use-garch";

/** Response of tomorrow's variance to today's shock. */
export function NewsImpactChart({ run, news }: { run: GarchRun; news: DiagnosisValue["news"] }) {
  const x = useMemo<ChartAxis>(() => ({ kind: "number", values: news.shocks, label: "Shock", digits: 2 }), [news]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "news",
        share: 1,
        digits: 3,
        range: [0, null],
        series: [
          ...(news.atLongRun
            ? ([
                {
                  key: "longRun",
                  label: "from the long-run variance",
                  short: "long run",
                  color: "accent",
                  kind: "line",
                  values: news.atLongRun,
                },
              ] as const)
            : []),
          { key: "last", label: "from the last variance", short: "last", color: "warn", kind: "line", values: news.atLast, dashed: true },
        ],
      },
    ],
    [news],
  );
  return (
    <TimeChart
      title="News impact"
      subtitle={run.unit ? `next variance, ${run.unit}²` : "next variance"}
      x={x}
      panes={panes}
      exportName="news-impact"
      height={220}
    />
  );
}
