import { inUnit } from "../lib/format";
import type { ChartAxis, ChartPane, ChartSeries, ColorToken } from "./chart-spec";
import { seriesLength } from "./position";
import { isBackdrop, rowName, seriesText, trendText, valuesAt } from "./row-text";
import { swatchOpacity } from "./swatch";

/** Below this width in CSS pixels the read-out replaces the legend instead of being beside it. */
const NARROW = 560;

interface PaneLegendProps {
  axis: ChartAxis;
  pane: ChartPane;
  /** Row under the cursor; null for none. */
  row: number | null;
  /** The first pane also shows the name of the row. */
  first: boolean;
  width: number;
}

/** Legend of a pane, and its values at the cursor. Space for the read-out is always reserved, so that nothing moves. */
export function PaneLegend({ axis, pane, row, first, width }: PaneLegendProps) {
  const names = (
    <>
      {pane.series.map((series) => (
        <span key={series.key} className="max-w-full truncate" title={series.label}>
          <Swatch series={series} opacity={swatchOpacity(pane, series)} />
          {series.label}
        </span>
      ))}
      {(pane.trends ?? []).map((trend) => (
        <span key={trend.key} className="max-w-full truncate" title={trend.label}>
          <LineMark color={trend.color} dashed={trend.dashed} />
          {trend.label}
        </span>
      ))}
    </>
  );
  const readOut = { axis, pane, first };
  if (width < NARROW) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] pb-1 text-muted text-small">
        <span className={`${CELL} ${row === null ? "" : "invisible"}`}>{names}</span>
        <ReadOuts {...readOut} row={row} marks />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 pb-1 text-muted text-small">
      {names}
      <span className="ml-auto grid min-w-0 max-w-full">
        <ReadOuts {...readOut} row={row} />
      </span>
    </div>
  );
}

const CELL = "col-start-1 row-start-1 flex flex-wrap content-start gap-x-4 gap-y-0.5";

interface ReadOutProps {
  axis: ChartAxis;
  pane: ChartPane;
  first: boolean;
  /** Color marks before the names, where there is no legend. */
  marks?: boolean;
}

/** The values at a row, over invisible values of the last rows, which reserve space: history and forecast differ in width. */
function ReadOuts({ row, ...rest }: ReadOutProps & { row: number | null }) {
  const { series } = rest.pane;
  const ends = [...new Set(series.map((one) => (one.start ?? 0) + seriesLength(one) - 1))].filter((end) => end >= 0);
  const place = `num ${CELL} ${rest.marks ? "" : "justify-end"} gap-x-3`;
  return (
    <>
      {ends.map((end) => (
        <span key={end} aria-hidden="true" className={`invisible ${place}`}>
          <Values {...rest} row={end} />
        </span>
      ))}
      {row === null ? null : (
        <span className={place}>
          <Values {...rest} row={row} />
        </span>
      )}
    </>
  );
}

function Values({ axis, pane, first, marks, row }: ReadOutProps & { row: number }) {
  const present = pane.series.filter((series) => !isBackdrop(series) && !valuesAt(series, row).every(Number.isNaN));
  return (
    <>
      {first ? <span className="whitespace-nowrap text-text">{rowName(axis, row)}</span> : null}
      {present.map((series) => (
        // A name may be truncated, the four prices of a bar may not.
        <span key={series.key} className={`max-w-full ${valuesAt(series, row).length > 2 ? "" : "truncate"}`}>
          {marks ? <Swatch series={series} opacity={swatchOpacity(pane, series)} /> : null}
          {series.short ?? series.label} <span className="text-text">{inUnit(seriesText(pane, series, row), series.unit)}</span>
        </span>
      ))}
      {(pane.trends ?? []).map((trend) => (
        <span key={trend.key} className="max-w-full truncate">
          {marks ? <LineMark color={trend.color} dashed={trend.dashed} /> : null}
          {trend.label} <span className="text-text">{trendText(axis, pane, trend, row)}</span>
        </span>
      ))}
    </>
  );
}

function Swatch({ series, opacity }: { series: ChartSeries; opacity: number }) {
  const color = `var(--${series.color})`;
  if (series.kind === "line") return <LineMark color={series.color} dashed={series.dashed} />;
  if (series.kind === "points") {
    return <i aria-hidden="true" className="mr-1.5 inline-block size-[6px] rounded-full align-middle" style={{ background: color }} />;
  }
  if (series.kind === "candles" || series.kind === "sticks") {
    return (
      <i aria-hidden="true" className="mr-1.5 inline-flex gap-[2px] align-middle">
        <i className="h-[8px] w-[6px] border-[1.5px] border-up" />
        <i className="h-[8px] w-[6px] bg-down" />
      </i>
    );
  }
  const background = `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;
  return <i aria-hidden="true" className="mr-1.5 inline-block h-[8px] w-3.5 align-middle" style={{ background }} />;
}

function LineMark({ color, dashed }: { color: ColorToken; dashed?: boolean }) {
  const borderTop = `2px ${dashed ? "dashed" : "solid"} var(--${color})`;
  return <i aria-hidden="true" className="mr-1.5 inline-block w-3.5 align-middle" style={{ borderTop }} />;
}
