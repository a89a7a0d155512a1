import { useMemo } from "react";
import { Button } from "../ui/button";
import type { ChartAxis } from "./chart-spec";
import type { PlotGroup } from "./plot-group";
import { rangePresets } from "./range-presets";

/** Buttons that set the view to a span of time, if rows have dates. */
export function RangeButtons({ axis, rows, group }: { axis: ChartAxis; rows: number; group: PlotGroup }) {
  const presets = useMemo(() => (axis.kind === "time" && axis.values ? rangePresets(axis.values, rows) : []), [axis, rows]);
  if (presets.length === 0) return null;
  return (
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
  );
}
