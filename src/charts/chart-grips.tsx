import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from "react";
import type { PlotGroup } from "./plot-group";
import { placeIn } from "./series-paths";

/** A draggable point in the first pane, moved by pointer, finger and arrow keys. */
export interface ChartGrip {
  key: string;
  /** What it controls and its current value, for screen readers. */
  label: string;
  x: number;
  y: number;
  /** Called with the dragged position, in units of the axes. */
  onMove(x: number, y: number): void;
  /** Arrow key pressed: steps to the right and up, multiplied by ten with Shift. */
  onStep(across: number, up: number): void;
  /** Grabbed or released; keep the axes fixed in between. */
  onHold?(held: boolean): void;
}

const FAR = 10;
const ARROWS: Record<string, readonly [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const within = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);

/** A grip outside the visible range is drawn at the edge of the plot. */
export function ChartGripButton({ group, grip }: { group: PlotGroup; grip: ChartGrip }) {
  const { label, x, y, onMove, onStep, onHold } = grip;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const [box, area, shown] = [group.plotBox(), button.current?.offsetParent, group.scenes()[0]];
      if (!button.current || !area || !shown || !box?.width) return;
      const at = placeIn(shown.scene, box, area.getBoundingClientRect(), [x, y]);
      button.current.style.visibility = "visible";
      button.current.style.transform = `translate(${at.left}px, ${at.top}px)`;
    };
    place();
    group.drawn.add(place);
    return () => void group.drawn.delete(place);
  }, [group, x, y]);
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const box = group.plotBox();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const value = group.valueAt(within(event.clientY, box.top, box.bottom), group.data.panes[0].key);
    if (value !== null) onMove(group.positionAt(within(event.clientX, box.left, box.right)), value);
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const steps = event.shiftKey ? FAR : 1;
    onStep(arrow[0] * steps, arrow[1] * steps);
  };
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${label}. Arrow keys move it.`}
      className="chart-grip invisible focus-ring -mt-3 -ml-3 grid size-6 place-items-center rounded-full before:size-3.5 before:rounded-full before:border-2 before:border-accent before:bg-surface"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold?.(true);
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => onHold?.(false)}
      onKeyDown={press}
    />
  );
}
