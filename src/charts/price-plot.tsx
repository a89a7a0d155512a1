import { useMemo, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { PlotGroup } from "./plot-group";
import { PlotStack, type PlotStackProps } from "./plot-stack";
import { rowsOf } from "./position";
import { SCALES, STYLES, usePriceChoices } from "./price-choices";
import { chosenPanes, priceOf } from "./price-panes";
import { type BrushHandle, RangeBrush } from "./range-brush";
import { rangePresets } from "./range-presets";

/** Plots with a price among them: how it is drawn, on which scale, and which span of the whole is shown are for the person to choose. */
export function PricePlot({ data, onGroup, ...rest }: PlotStackProps) {
  const [choices, choose] = usePriceChoices();
  const [group, setGroup] = useState<PlotGroup | null>(null);
  const brush = useRef<BrushHandle>(null);
  const price = priceOf(data.panes);
  const chosen = useMemo(() => ({ ...data, panes: chosenPanes(data.panes, choices) }), [data, choices]);
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
      </div>
      <PlotStack {...rest} data={chosen} onGroup={take} onView={(view) => brush.current?.show(view)} />
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
