import { type KeyboardEvent, memo, type PointerEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ChartAxis, ChartPane, ValueSeries } from "./chart-spec";
import { SvgPen } from "./marks";
import { rowName } from "./row-text";
import { frameIn, seriesPaths } from "./series-paths";
import { rangeOf, useSamples } from "./sparkline";
import type { View } from "./view";
import "./range-brush.css";
import { watchWidth } from "./watch-width";

const HEIGHT = 36;
/** Minimum rows between the two handles, by default. */
const MIN_ROWS = 5;
/** Step of a handle per key press as a share of the series; ten times as far with Page Up and Page Down. */
const STEP = 0.01;

type End = "low" | "high";
interface Drag {
  what: End | "window";
  from: number;
  view: View;
}

export interface BrushHandle {
  /** Moves window and handles to a view without rendering. */
  show(view: View): void;
}

/** What the window controls: the view of a chart, or a choice of rows. */
export interface BrushTarget {
  domain: View;
  view: View;
  rows: number;
  setView(view: View): void;
}

interface RangeBrushProps {
  axis: ChartAxis;
  series: ValueSeries;
  target: BrushTarget;
  /** What the window selects, for screen readers: "shown", "of the period". */
  noun?: string;
  minRows?: number;
  /** The pointer or key was released. */
  onRelease?: () => void;
  ref?: Ref<BrushHandle>;
}

/** Overview of the whole series with a window over the visible range: drag the window, drag an end, or click beside it. */
export function RangeBrush({ axis, series, target: group, noun = "shown", minRows = MIN_ROWS, onRelease, ref }: RangeBrushProps) {
  const root = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const width = useWidth(root);
  const show = (view: View) => root.current && place(root.current, axis, group, view);
  useImperativeHandle(ref, () => ({ show }));
  useEffect(() => {
    show(group.view);
  });

  const rowsAt = (clientX: number): number => {
    const box = root.current?.getBoundingClientRect();
    return box ? ((clientX - box.left) / box.width) * (group.domain.high - group.domain.low) + group.domain.low : 0;
  };
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !(event.target instanceof HTMLElement)) return;
    const at = rowsAt(event.clientX);
    const { low, high } = group.view;
    const part = event.target.closest<HTMLElement>("[data-part]")?.dataset.part;
    const what = part === "low" || part === "high" ? part : "window";
    // A click beside the window centers it on the pointer.
    if (!part) group.setView({ low: at - (high - low) / 2, high: at + (high - low) / 2 });
    drag.current = { what, from: at, view: group.view };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const { what, from, view } = drag.current;
    const by = rowsAt(event.clientX) - from;
    if (what === "window") group.setView({ low: view.low + by, high: view.high + by });
    else moveEnd(group, minRows, what, view[what] + by);
  };
  const endDrag = () => {
    if (drag.current) onRelease?.();
    drag.current = null;
  };
  const press = (end: End) => (event: KeyboardEvent) => {
    const { domain, view } = group;
    const step = Math.max(1, (domain.high - domain.low) * STEP);
    const by: Record<string, number> = { ArrowLeft: -step, ArrowRight: step, PageDown: -10 * step, PageUp: 10 * step };
    const to = event.key === "Home" ? domain.low : event.key === "End" ? domain.high : view[end] + (by[event.key] ?? Number.NaN);
    if (Number.isNaN(to)) return;
    event.preventDefault();
    moveEnd(group, minRows, end, to);
  };
  const handle = (end: End, label: string) => (
    <div
      data-part={end}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={group.rows}
      aria-valuenow={end === "low" ? 1 : group.rows}
      className={`chart-brush-end chart-brush-${end}`}
      onKeyDown={press(end)}
      onKeyUp={({ key }) => (key.startsWith("Arrow") || key.startsWith("Page") || key === "Home" || key === "End") && onRelease?.()}
    />
  );
  return (
    <div
      ref={root}
      className="chart-brush"
      style={{ height: HEIGHT }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      {width > 0 ? <Overview series={series} width={width} /> : null}
      <div data-part="window" className="chart-brush-window" />
      {handle("low", `First row ${noun}`)}
      {handle("high", `Last row ${noun}`)}
    </div>
  );
}

function moveEnd(group: BrushTarget, minRows: number, end: End, to: number): void {
  const { domain, view } = group;
  const least = Math.min(minRows, domain.high - domain.low);
  if (end === "low") group.setView({ low: Math.max(domain.low, Math.min(to, view.high - least)), high: view.high });
  else group.setView({ low: view.low, high: Math.min(domain.high, Math.max(to, view.low + least)) });
}

/** Sets positions as CSS variables and updates the handles' text, without rendering. */
function place(root: HTMLElement, axis: ChartAxis, { domain, rows }: BrushTarget, { low, high }: View): void {
  const share = (position: number) => `${(((position - domain.low) / (domain.high - domain.low)) * 100).toFixed(3)}%`;
  root.style.setProperty("--low", share(low));
  root.style.setProperty("--high", share(high));
  for (const [end, row] of [
    ["low", Math.ceil(low)],
    ["high", Math.floor(high)],
  ] as const) {
    const shown = Math.min(rows - 1, Math.max(0, row));
    const handle = root.querySelector(`[data-part=${end}]`);
    handle?.setAttribute("aria-valuenow", String(shown + 1));
    handle?.setAttribute("aria-valuetext", rowName(axis, shown));
  }
}

function useWidth(root: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => watchWidth(root.current, setWidth), [root]);
  return width;
}

const Overview = memo(function Overview({ series: { values, color }, width }: { series: ValueSeries; width: number }) {
  const panes = useMemo<ChartPane[]>(
    () => [{ key: "overview", share: 1, series: [{ key: "overview", label: "Overview", kind: "line", color, values }] }],
    [values, color],
  );
  const samples = useSamples(panes, values.length, width);
  if (!samples) return null;
  const [low, high] = rangeOf(samples.y);
  const view = { low: -0.5, high: values.length - 0.5 };
  const frame = frameIn({ left: 0, top: 3, width, height: HEIGHT - 6 }, view, high > low ? [low, high] : [low - 1, high + 1], 1);
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      <path d={String(seriesPaths(frame, "line", samples, () => new SvgPen()).stroke)} fill="none" stroke="var(--faint)" strokeWidth={1} />
    </svg>
  );
});
