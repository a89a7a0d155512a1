import { type ReactNode, useCallback, useMemo } from "react";
import type { Shape } from "../../../workers/curiosity/shapes";
import type { ChartMarkers, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { plural } from "../../lib/format.ts";
import type { CuriosityRun } from "./curiosity-run";
import { nearestShape, shapeName } from "./shape-words";
import type { ShownPatterns } from "./use-patterns";

interface PatternChartProps {
  run: CuriosityRun;
  patterns: ShownPatterns;
  chosen: Shape | null;
  onChoose: (shape: Shape) => void;
  /** Progress of the comparison. */
  children: ReactNode;
}

/** Values over time with recurring and unusual patterns as points; a click opens their windows. */
export function PatternChart({ run, patterns, chosen, onChoose, children }: PatternChartProps) {
  const { series, values, value } = run;
  const { marks, marked, shapes, profile } = patterns;
  const { kind } = value;
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
                {
                  key: "discords",
                  label: "Discord (anomaly)",
                  short: "discord",
                  kind: "points",
                  color: "warn",
                  values: marks.discords,
                  start: marked,
                },
                {
                  key: "motifs",
                  label: "Motif (recurring pattern)",
                  short: "motif",
                  kind: "points",
                  color: "accent",
                  values: marks.motifs,
                  start: marked,
                },
              ] as const)
            : []),
          { key: "level", label: name, kind: "line", color: "muted", values: level },
        ],
      },
    ];
  }, [marks, marked, level, kind]);
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
  const words = profile
    ? `${plural(shapes.length, "pattern")} of ${profile.width} rows. Click a point, or choose one below, to overlay its windows.`
    : "The series is too short for a matrix profile of 22 rows.";
  return (
    <TimeChart
      title="Pattern Analysis"
      subtitle="value over time"
      x={x}
      panes={panes}
      markers={markers}
      exportName="pattern-analysis"
      onPick={shapes.length > 0 ? pick : undefined}
      height={320}
      footer={
        <>
          {words}
          {children}
        </>
      }
    />
  );
}
