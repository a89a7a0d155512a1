import { useMemo } from "react";
import type { Shape } from "../../../workers/curiosity/shapes";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import { count, day, fixed } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { shapesProvenance } from "./provenance";
import { shapeName } from "./shape-words";
import type { ShownPatterns } from "./use-patterns";

interface WindowsPanelProps {
  run: CuriosityRun;
  patterns: ShownPatterns;
  chosen: Shape;
  onChoose: (shape: Shape) => void;
}

const windowPanes = (chosen: Shape): ChartPane[] => [
  {
    key: "windows",
    share: 1,
    digits: 2,
    unit: "σ",
    series: [
      {
        key: "window",
        label: shapeName(chosen),
        kind: "line",
        color: chosen.kind === "motif" ? "accent" : "warn",
        values: chosen.window,
      },
      ...(chosen.compared
        ? ([
            {
              key: "compared",
              label: chosen.kind === "motif" ? "Matches" : "Nearest neighbor",
              short: "other",
              kind: "line",
              color: "muted",
              dashed: true,
              values: chosen.compared,
            },
          ] as const)
        : []),
    ],
  },
];

/** Every pattern as a button, and the two windows of the chosen one overlaid. */
export function WindowsPanel({ run, patterns, chosen, onChoose }: WindowsPanelProps) {
  const { shapes } = patterns;
  const { times } = run.series;
  const width = chosen.window.length;
  const span = (start: number) =>
    times ? `${day(times[start])} – ${day(times[start + width - 1])}` : `rows ${count(start + 1)} – ${count(start + width)}`;
  const x = useMemo<ChartAxis>(() => ({ kind: "index", values: null, label: "Step" }), []);
  const panes = useMemo(() => windowPanes(chosen), [chosen]);
  return (
    <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
      <Panel title="Patterns" actions={<InfoButton {...shapesProvenance(patterns)} />}>
        <ul className="flex flex-wrap gap-1.5">
          {shapes.map((shape) => (
            <li key={shapeName(shape)}>
              <Button
                size="small"
                kind={shape === chosen ? "primary" : "default"}
                aria-pressed={shape === chosen}
                onPress={() => onChoose(shape)}
              >
                {shapeName(shape)}
              </Button>
            </li>
          ))}
        </ul>
        <dl className="mt-3 flex flex-col gap-1.5 text-small">
          <div>
            <dt className="text-muted">Window</dt>
            <dd className="num">{span(chosen.start)}</dd>
          </div>
          {chosen.other === null ? null : (
            <div>
              <dt className="text-muted">{chosen.kind === "motif" ? "Match" : "Nearest"}</dt>
              <dd className="num">{span(chosen.other)}</dd>
            </div>
          )}
          <div>
            <dt className="text-muted">Distance</dt>
            <dd className="num">
              {fixed(chosen.distance, 3)} of at most {fixed(2 * Math.sqrt(width), 2)}
            </dd>
          </div>
        </dl>
      </Panel>
      <TimeChart title={`Windows of ${shapeName(chosen)}`} subtitle="z-normalized" x={x} panes={panes} exportName="windows" height={220} />
    </div>
  );
}
