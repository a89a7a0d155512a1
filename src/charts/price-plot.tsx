import { type ReactNode, type Ref, Suspense, startTransition, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Checkbox } from "../ui/checkbox.tsx";
import { deferred } from "../ui/deferred.ts";
import { Segmented } from "../ui/segmented.tsx";
import { chartDesk } from "./chart-desk";
import type { ChartAxis, ValueSeries } from "./chart-spec";
import { DrawingBar } from "./drawings/drawing-bar";
import { useDrawings } from "./drawings/use-drawings";
import { IndicatorBar } from "./indicators/indicator-bar";
import { useIndicatorSet } from "./indicators/indicator-set";
import { useIndicators } from "./indicators/use-indicators";
import { withIndicators } from "./indicators/with-indicators";
import { useOtherSet } from "./others/other-set";
import { OthersBar } from "./others/others-bar";
import { useOthers } from "./others/use-others";
import { withOthers } from "./others/with-others";
import type { PlotGroup } from "./plot-group";
import { PlotStack, type PlotStackProps } from "./plot-stack";
import { rowsOf } from "./position";
import { SCALES, STYLES, usePriceChoices } from "./price-choices";
import { chosenPanes, isPrice, priceOf, withVolume } from "./price-panes";
import { type BrushHandle, RangeBrush } from "./range-brush";
import { RangeButtons } from "./range-buttons";
import { isIntraday } from "./sessions";

const DrawingList = deferred(async () => (await import("./drawings/drawing-list")).DrawingList);

/** Height added to a chart by each indicator pane, in CSS pixels. */
const ADDED_HEIGHT = 96;

/** Height reserved for the brush, which is drawn after the plots, in CSS pixels. */
const BRUSH_HEIGHT = 46;
const BUTTONS_HEIGHT = 24;

/** The plot group, for the controls around new plots: these render after the plots, in slices instead of the same task. */
function useSlicedGroup() {
  const [group, setGroup] = useState<PlotGroup | null>(null);
  const set = (next: PlotGroup | null) => (next ? startTransition(() => setGroup(next)) : setGroup(null));
  return [group, set] as const;
}

/** Plots that include a price: style, scale, indicators, drawings and the visible range are chosen by the user. */
export function PricePlot({ data, height, onGroup, onPick, onAdded, ...rest }: PlotStackProps) {
  const [choices, keep] = usePriceChoices();
  const choose = (change: Partial<typeof choices>) => keep({ ...choices, ...change });
  const [group, setGroup] = useSlicedGroup();
  const brush = useRef<BrushHandle>(null);
  const { axis } = data;
  const desk = useSyncExternalStore(chartDesk.subscribe, chartDesk.read);
  const [otherSet, keepOthers] = useOtherSet();
  const others = useOthers(desk, axis, data.panes, otherSet);
  const panes = useMemo(() => withOthers(data.panes, others), [data.panes, others]);
  const price = priceOf(panes);
  const pane = panes.find(({ series }) => series.some(isPrice));
  const [set, keepSet] = useIndicatorSet();
  const shown = useIndicators(desk, price, set);
  const drawn = useMemo(() => chosenPanes(panes, choices), [panes, choices]);
  const drawings = useDrawings(desk, axis, priceOf(drawn));
  const withAdded = useMemo(() => withIndicators(drawn, shown), [drawn, shown]);
  useEffect(() => onAdded?.({ to: data.panes, all: withIndicators(withVolume(panes), shown) }), [onAdded, data.panes, panes, shown]);
  const { onChart, tool } = drawings;
  const intraday = isIntraday(axis);
  const sessions = intraday && choices.sessions;
  const markers = useMemo(() => ({ ...data.markers, drawings: onChart, sessions }), [data.markers, onChart, sessions]);
  const chosen = useMemo(() => ({ ...data, panes: withAdded, markers }), [data, withAdded, markers]);
  const ranged = Boolean(price?.price?.range);
  const styles = STYLES.filter(({ value }) => ranged || value === "line" || value === "area");
  const style = styles.some(({ value }) => value === choices.style) ? choices.style : "line";
  const take = (next: PlotGroup | null) => {
    setGroup(next);
    onGroup(next);
  };
  const draw = (row: number, clientY?: number) =>
    drawings.pick(row, clientY === undefined || !pane ? null : (group?.valueAt(clientY, pane.key) ?? null));
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Segmented label="Chart style" labelHidden value={style} options={styles} onChange={(value) => choose({ style: value })} />
        <Segmented label="Scale" labelHidden value={choices.scale} options={SCALES} onChange={(value) => choose({ scale: value })} />
        {price?.price?.volume ? (
          <Checkbox checked={choices.volume} onChange={(volume) => choose({ volume })}>
            Volume
          </Checkbox>
        ) : null}
        {desk && price?.price?.dataset ? <DrawingBar drawings={drawings} /> : null}
        {desk && axis.kind !== "number" ? (
          <OthersBar desk={desk} dataset={priceOf(data.panes)?.price?.dataset} set={otherSet} others={others} onChange={keepOthers} />
        ) : null}
        {desk ? <IndicatorBar price={price?.price} shown={shown} onChange={keepSet} /> : null}
      </div>
      {drawings.hint ? (
        <p role="status" className="mb-1 text-accent text-small">
          {drawings.hint}
        </p>
      ) : null}
      <PlotStack
        {...rest}
        height={height + (withAdded.length - drawn.length) * ADDED_HEIGHT}
        data={chosen}
        about={data}
        onGroup={take}
        onView={(view) => {
          brush.current?.show(view);
          others.follow(view);
        }}
        onPick={tool ? draw : onPick}
        pickWords={tool ? "Enter draws at the row." : undefined}
        onKey={drawings.press}
      />
      {price && axis.kind !== "number" ? (
        <Ranges brush={brush} axis={axis} price={price} rows={rowsOf(axis, panes)} group={group}>
          {intraday ? <SessionSwitch on={choices.sessions} onChange={(sessions) => choose({ sessions })} /> : null}
        </Ranges>
      ) : null}
      {desk && price && drawings.list.length > 0 ? (
        <Suspense>
          <DrawingList desk={desk} axis={axis} price={price} digits={pane?.digits} drawings={drawings} />
        </Suspense>
      ) : null}
    </>
  );
}

const SessionSwitch = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => (
  <Checkbox checked={on} onChange={onChange}>
    Session breaks
  </Checkbox>
);

interface RangesProps {
  brush: Ref<BrushHandle>;
  axis: ChartAxis;
  price: ValueSeries;
  rows: number;
  group: PlotGroup | null;
  /** Beside the buttons. */
  children: ReactNode;
}

/** Controls of the visible range, once there are plots. */
const Ranges = ({ brush, axis, price, rows, group, children }: RangesProps) =>
  group ? (
    <>
      <RangeBrush ref={brush} axis={axis} series={price} target={group} />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <RangeButtons axis={axis} rows={rows} group={group} />
        {children}
      </div>
    </>
  ) : (
    <div style={{ height: BRUSH_HEIGHT + (axis.kind === "time" && axis.values ? BUTTONS_HEIGHT : 0) }} />
  );
