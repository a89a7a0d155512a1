import { useMemo, useState } from "react";
import type { Jobs } from "../../workers/jobs";
import { ScatterChart } from "../charts/scatter-chart.tsx";
import type { JobValue } from "../client/pool";
import { stemOfPart } from "../lib/canceled-after.ts";
import { count, plural } from "../lib/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { labelOf, PARAMETERS } from "./families";

type Searched = JobValue<Jobs, "optimize-strategy">;

const SHARPE = { digits: 2 };

/** Random trials, one point each: a parameter against the out-of-sample Sharpe ratio. */
export function TrialScatter({ value, name }: { value: Searched; name: string }) {
  const { sweep, canceledAfter: part } = value;
  const { axes, combinations } = sweep;
  const [picked, pick] = useState(0);
  const place = Math.min(picked, axes.length - 1);
  const { parameter } = axes[place];
  const x = useMemo(() => axisOf(axes[place]), [axes, place]);
  const groups = useMemo(() => groupsOf(value), [value]);
  return (
    <ScatterChart
      title={part ? `${count(part.done)} of ${plural(combinations, "random trial")}` : plural(combinations, "random trial")}
      subtitle={`${labelOf(parameter)} against the out-of-sample Sharpe ratio, each trial held through all windows`}
      x={x}
      y={SHARPE}
      groups={groups}
      height={340}
      exportName={stemOfPart(`${name}-trials`, part)}
      footer={
        axes.length > 1 ? (
          <Segmented
            label="Parameter"
            labelHidden
            value={parameter}
            options={axes.map((axis) => ({ value: axis.parameter, label: labelOf(axis.parameter) }))}
            onChange={(chosen) => pick(axes.findIndex((axis) => axis.parameter === chosen))}
          />
        ) : undefined
      }
    />
  );
}

function axisOf({ parameter, values }: Searched["sweep"]["axes"][number]) {
  const percent = PARAMETERS.some(({ key, percent }) => key === parameter && percent);
  const scale = percent ? 100 : 1;
  return { label: labelOf(parameter), values: Float64Array.from(values, (own) => scale * own), unit: percent ? "%" : undefined };
}

/** Trials not chosen by any window, and those chosen by one. */
function groupsOf({ outOfSample = new Float64Array(), windows }: Searched) {
  const [others, chosen] = [outOfSample.slice(), new Float64Array(outOfSample.length).fill(Number.NaN)];
  for (const { index } of windows) {
    if (index === null) continue;
    chosen[index] = outOfSample[index];
    others[index] = Number.NaN;
  }
  return [
    { key: "trials", label: "Trials", values: others },
    { key: "chosen", label: "Chosen in a window", values: chosen },
  ];
}
