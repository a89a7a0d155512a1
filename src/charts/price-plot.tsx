import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { chartDesk } from "./chart-desk";
import { IndicatorBar } from "./indicators/indicator-bar";
import { useIndicatorSet } from "./indicators/indicator-set";
import { useIndicators } from "./indicators/use-indicators";
import { withIndicators } from "./indicators/with-indicators";
import type { PlotGroup } from "./plot-group";
import { PlotStack, type PlotStackProps } from "./plot-stack";
import { rowsOf } from "./position";
import { SCALES, STYLES, usePriceChoices } from "./price-choices";
import { chosenPanes, priceOf } from "./price-panes";
import { type BrushHandle, RangeBrush } from "./range-brush";
import { rangePresets } from "./range-presets";

/** What a pane of indicators adds to the height of a chart, in CSS pixels. */
const ADDED_HEIGHT = 96;

/** Plots with a price among them: how it is drawn, on which scale, and which span of the whole is shown are for the person to choose. */
export function PricePlot({ data, height, onGroup, ...rest }: PlotStackProps) {
  const [choices, choose] = usePriceChoices();
  const [group, setGroup] = useState<PlotGroup | null>(null);
  const brush = useRef<BrushHandle>(null);
  const price = priceOf(data.panes);
  const [set, keepSet] = useIndicatorSet();
  const hasDesk = useSyncExternalStore(chartDesk.subscribe, chartDesk.read) !== null;
  const shown = useIndicators(price, set);
  const drawn = useMemo(() => chosenPanes(data.panes, choices), [data, choices]);
  const chosen = useMemo(() => ({ ...data, panes: withIndicators(drawn, shown) }), [data, drawn, shown]);
  const { axis } = data;
  const rows = rowsOf(axis, data.panes);
  const presets = useMemo(() => (axis.kind === "time" && axis.values ? rangePresets(axis.values, rows) : []), [axis, rows]);
  const ranged = Boolean(price?.price?.range);
  const styles = STYLES.filter(({ value }) => ranged || value === "line" || value === "area");
  const style = styles.some(({ value }) => value === choices.style) ? choices.style : "line";
  const take = (next: PlotGroup | null) => {
    setGroup(next);
    onGroup(next);
  };
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
        {hasDesk ? <IndicatorBar price={price?.price} shown={shown} onChange={keepSet} /> : null}
      </div>
      <PlotStack
        {...rest}
        height={height + (chosen.panes.length - drawn.length) * ADDED_HEIGHT}
        data={chosen}
        onGroup={take}
        onView={(view) => brush.current?.show(view)}
      />
      {group && price && axis.kind !== "number" ? (
        <>
          <RangeBrush ref={brush} axis={axis} series={price} target={group} />
          {presets.length > 0 ? (
            <fieldset className="flex flex-wrap gap-0.5" aria-label="Range">
              {presets.map(({ label, view }) => (
                <Button key={label} size="small" kind="quiet" className="px-1.5!" onPress={() => group.setView(view)}>
                  {label}
                </Button>
              ))}
              <Button size="small" kind="quiet" className="px-1.5!" onPress={() => group.showAll()}>
                All
              </Button>
            </fieldset>
          ) : null}
        </>
      ) : null}
    </>
  );
}
