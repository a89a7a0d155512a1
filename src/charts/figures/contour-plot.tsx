import { type KeyboardEvent, type PointerEvent, useMemo } from "react";
import { fixed, plural } from "../../lib/format";
import { type ContourSpec, contourFigure, planeOf } from "./contour-figure";
import type { Figure } from "./figure";
import { FigurePlot, type FigurePlotProps } from "./figure-plot";

/** A draggable point of the plane. */
export interface MovedPoint {
  x: number;
  y: number;
  label: string;
  /** Step of an arrow key; ten times as far with Shift. */
  step: number;
  onMove(x: number, y: number): void;
}

interface ContourPlotProps extends Pick<FigurePlotProps, "title" | "subtitle" | "onPicture"> {
  spec: ContourSpec;
  grip: MovedPoint;
}

export function ContourPlot({ spec, grip, ...rest }: ContourPlotProps) {
  const draw = useMemo(() => (width: number) => contourFigure(spec, width), [spec]);
  const content = `${plural(spec.y.values.length, "row")} and ${plural(spec.x.values.length, "column")}`;
  return <FigurePlot {...rest} draw={draw} content={content} overlay={(figure) => <Thumb spec={spec} grip={grip} figure={figure} />} />;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The draggable point, moved by pointer, finger and arrow keys. Outside the plane it is drawn at the edge. */
function Thumb({ spec, grip, figure }: { spec: ContourSpec; grip: MovedPoint; figure: Figure }) {
  const { across, up } = useMemo(() => planeOf(spec, figure.width), [spec, figure.width]);
  const { x, y, label, step, onMove } = grip;
  const within = (value: number, [from, to]: number[]) => Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const plane = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!plane) return;
    const left = within(event.clientX - plane.left, across.range());
    const top = within(event.clientY - plane.top, up.range());
    onMove(across.invert(left), up.invert(top));
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? 10 * step : step;
    onMove(Number((x + far * arrow[0]).toFixed(12)), Number((y + far * arrow[1]).toFixed(12)));
  };
  return (
    <button
      type="button"
      aria-label={`${label}: ${spec.x.label} ${fixed(x, spec.x.digits)}, ${spec.y.label} ${fixed(y, spec.y.digits)}. Arrow keys move it.`}
      className="figure-thumb focus-ring -translate-x-1/2 -translate-y-1/2 grid size-6 place-items-center rounded-full before:size-3.5 before:rounded-full before:border-2 before:border-surface before:bg-warn"
      style={{ left: within(across(x), across.range()), top: within(up(y), up.range()) }}
      onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
