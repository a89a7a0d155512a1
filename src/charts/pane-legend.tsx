import type { ChartAxis, ChartPane, ChartSeries } from "./chart-spec";
import { rowName, seriesText } from "./row-text";
import { swatchOpacity } from "./swatch";

const READ_OUT = "col-start-1 row-start-1 flex flex-wrap content-start justify-end gap-x-3";

interface PaneLegendProps {
  axis: ChartAxis;
  pane: ChartPane;
  rows: number;
  /** Row under the cursor; null when there is none. */
  row: number | null;
  /** The first pane also names the row. */
  first: boolean;
}

/** What the colours of a pane mean, and its values at the cursor. */
export function PaneLegend({ axis, pane, rows, row, first }: PaneLegendProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 pb-1 text-muted text-small">
      {pane.series.map((series) => (
        <span key={series.key} className="whitespace-nowrap">
          <Swatch series={series} opacity={swatchOpacity(pane, series)} />
          {series.label}
        </span>
      ))}
      {/* The widest read-out holds the room, so that nothing moves when the cursor comes. */}
      <span className="num ml-auto grid">
        <span aria-hidden="true" className={`invisible ${READ_OUT}`}>
          <Values axis={axis} pane={pane} row={rows - 1} first={first} placeholder />
        </span>
        <span className={READ_OUT}>{row === null ? null : <Values axis={axis} pane={pane} row={row} first={first} />}</span>
      </span>
    </div>
  );
}

interface ValuesProps {
  axis: ChartAxis;
  pane: ChartPane;
  row: number;
  first: boolean;
  /** Rows differ in which series have a value: where one has none, room for its last is held. */
  placeholder?: boolean;
}

function Values({ axis, pane, row, first, placeholder }: ValuesProps) {
  return (
    <>
      {first ? <span className="whitespace-nowrap text-text">{rowName(axis, row)}</span> : null}
      {pane.series.map((series) => (
        <span key={series.key} className="whitespace-nowrap">
          {series.short ?? series.label}{" "}
          <span className="text-text">{placeholder ? lastText(pane, series) : seriesText(pane, series, row)}</span>
        </span>
      ))}
    </>
  );
}

function lastText(pane: ChartPane, series: ChartSeries): string {
  const length = series.kind === "band" ? series.lower.length : series.values.length;
  return seriesText(pane, series, (series.start ?? 0) + length - 1);
}

function Swatch({ series, opacity }: { series: ChartSeries; opacity: number }) {
  const color = `var(--${series.color})`;
  const filled = series.kind === "band" || series.kind === "bars" || series.kind === "area";
  if (series.kind === "points") {
    return <i aria-hidden="true" className="mr-1.5 inline-block size-[6px] rounded-full align-middle" style={{ background: color }} />;
  }
  return (
    <i
      aria-hidden="true"
      className="mr-1.5 inline-block w-3.5 align-middle"
      style={
        filled
          ? { height: 8, background: `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)` }
          : { borderTop: `2px ${series.dashed ? "dashed" : "solid"} ${color}` }
      }
    />
  );
}
