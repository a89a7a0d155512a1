import { useCallback, useMemo } from "react";
import type { Shape } from "../../../workers/curiosity/shapes";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { count, plural } from "../../lib/format.ts";
import { nearestShape, shapeName } from "./shape-words";
import type { CuriosityRun } from "./use-curiosity";

export interface PatternChartProps {
  run: CuriosityRun;
  chosen: Shape | null;
  onChoose: (shape: Shape) => void;
}

/** Time against value: recurring shapes and odd ones as points; a click opens their windows. */
export function PatternChart({ run, chosen, onChoose }: PatternChartProps) {
  const { series, values, value } = run;
  const { marks, shapes, profile, kind } = value;
  const level = value.level ?? values;
  const x = useMemo(() => datedAxis(series.times, "Row"), [series]);
  const panes = useMemo<ChartPane[]>(() => {
    const name = kind === "prices" ? "Value" : "Cumulative returns";
    return [
      {
        key: "level",
        share: 1,
        series: [
          ...(marks
            ? ([
                { key: "discords", label: "Discord (anomaly)", short: "discord", kind: "points", color: "warn", values: marks.discords },
                {
                  key: "motifs",
                  label: "Motif (recurring pattern)",
                  short: "motif",
                  kind: "points",
                  color: "accent",
                  values: marks.motifs,
                },
              ] as const)
            : []),
          { key: "level", label: name, kind: "line", color: "muted", values: level },
        ],
      },
    ];
  }, [marks, level, kind]);
  const markers = useMemo<ChartMarkers>(() => {
    if (!chosen || !profile) return {};
    const zone = (from: number, label: string) => ({ from, to: from + profile.width - 1, label, tone: "shaded" as const });
    const first = zone(chosen.start, shapeName(chosen));
    return { zones: chosen.other === null ? [first] : [first, zone(chosen.other, chosen.kind === "motif" ? "again" : "nearest")] };
  }, [chosen, profile]);
  const pick = useCallback(
    (row: number) => {
      const shape = nearestShape(shapes, row, level.length);
      if (shape) onChoose(shape);
    },
    [shapes, level, onChoose],
  );
  const part = profile && profile.start > 0 ? ` The newest ${count(level.length - profile.start)} rows were compared.` : "";
  const footer = profile
    ? `${plural(shapes.length, "pattern")} of ${profile.width} rows. Click a point, or choose one below, to overlay its windows.${part}`
    : "The series is too short for a matrix profile of 22 rows.";
  return (
    <TimeChart
      title="Pattern Analysis"
      subtitle="time against value"
      x={x}
      panes={panes}
      markers={markers}
      exportName="pattern-analysis"
      onPick={shapes.length > 0 ? pick : undefined}
      height={320}
      footer={footer}
    />
  );
}
