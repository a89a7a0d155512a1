import { useMemo, useState } from "react";
import type { Jobs } from "../../workers/jobs";
import { HeatMap } from "../charts/heat-map.tsx";
import type { JobValue } from "../client/pool";
import { count } from "../lib/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { labelOf, parameterText, valueText } from "./families";

export type SweepValue = JobValue<Jobs, "sweep-backtest">;

const FIGURES = [
  { value: "sharpeRatio", label: "Sharpe" },
  { value: "plateau", label: "Local mean" },
  { value: "returns", label: "Return" },
  { value: "maxDrawdown", label: "Drawdown" },
] as const;
type Figure = (typeof FIGURES)[number]["value"];

const isPercent = (figure: Figure) => figure === "returns" || figure === "maxDrawdown";

/** A sweep of two parameters as a heat map; with more, at the best values of the others. */
export function SweepMap({ sweep, exportName }: { sweep: SweepValue; exportName: string }) {
  const [figure, setFigure] = useState<Figure>("sharpeRatio");
  const { axes, canceledAfter: part } = sweep;
  const map = useMemo(() => cellsOf(sweep, figure), [sweep, figure]);
  const head = axes.slice(0, 2).map(({ parameter }) => labelOf(parameter));
  const rest = axes.slice(2).map(({ parameter, values }, k) => parameterText(parameter, values[map.others[k]]));
  const rows = map.rows.length;
  return (
    <HeatMap
      title={part ? `${count(part.done)} of ${count(part.of)} combinations` : "All combinations"}
      subtitle={[`${head.join(" by ")}`, ...rest].join(", at ")}
      row={head[0]}
      rows={map.rows}
      column={head[1]}
      measure={FIGURES.find(({ value }) => value === figure)?.label}
      columns={map.columns}
      values={map.values}
      tone={figure === "maxDrawdown" ? "gains" : "signed"}
      unit={isPercent(figure) ? "%" : undefined}
      digits={isPercent(figure) ? 1 : 2}
      height={Math.min(560, Math.max(180, 22 * rows + 60))}
      exportName={exportName}
      footer={<Segmented label="Figure" labelHidden value={figure} options={FIGURES} onChange={setFigure} />}
    />
  );
}

/** Rows of the first axis, columns of the second; at most a few thousand cells, from numbers computed by the job. */
function cellsOf({ axes, figures, plateau, best }: SweepValue, figure: Figure) {
  const sizes = axes.map(({ values }) => values.length);
  const places = placesIn(sizes, best);
  const [first, second] = [axes[0], axes[1]];
  const columns = second ? second.values.map((value) => valueText(second.parameter, value)) : ["Value"];
  const rows = first.values.map((value) => valueText(first.parameter, value));
  const inner = sizes.slice(2).reduce((product, size) => product * size, 1);
  const offset = places.slice(2).reduce((sum, place, k) => sum * sizes[k + 2] + place, 0);
  const column = figure === "plateau" ? plateau : figures[figure];
  const scale = isPercent(figure) ? 100 : 1;
  const values = Float64Array.from(
    { length: rows.length * columns.length },
    (_, cell) => scale * (column?.[cell * inner + offset] ?? Number.NaN),
  );
  return { rows, columns, values, others: places.slice(2) };
}

function placesIn(sizes: readonly number[], index: number): number[] {
  const places: number[] = [];
  let rest = index;
  for (const size of sizes.toReversed()) {
    places.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return places;
}
