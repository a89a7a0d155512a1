import { useEffect, useMemo, useState } from "react";
import { count } from "../lib/format";
import { isLeaving } from "../lib/leaving";
import { Button } from "../ui/button";
import { deferred } from "../ui/deferred";
import { useChartFeed } from "./chart-feed-provider";
import { ChartReader, type Samples } from "./chart-reader";
import type { ChartAxis, ChartPane, ColorToken } from "./chart-spec";
import { withUnit } from "./figures/value-text";
import { SvgPen } from "./marks";
import { frameIn, seriesPaths } from "./series-paths";

const SparklineDialog = deferred(() => import("./sparkline-dialog").then((module) => module.SparklineDialog));

const COUNTED: ChartAxis = { kind: "index", values: null, label: "Observation" };
/** Margin for the width of the line and the dot at its end. */
const EDGE = 3;

interface SparklineProps {
  /** Name of the values: "Conditional volatility". */
  label: string;
  values: Float64Array;
  /** Dates or positions of the values, for the full chart. */
  x?: ChartAxis;
  unit?: string;
  digits?: number;
  color?: ColorToken;
  width?: number;
  height?: number;
  /** Base name of exported files. If given, the sparkline is a button that opens the full chart. */
  exportName?: string;
}

/**
 * A line the size of a word. With `exportName` it opens the full chart: cursor, zoom, table, PNG, SVG and CSV. Keep `values` and `x`
 * stable.
 */
export function Sparkline(props: SparklineProps) {
  const { label, values, x = COUNTED, unit, digits = 2, color = "accent", width = 96, height = 24, exportName } = props;
  const [open, setOpen] = useState(false);
  const panes = useMemo<ChartPane[]>(
    () => [{ key: "line", share: 1, unit, digits, series: [{ key: "line", label, kind: "line", color, values }] }],
    [label, values, unit, digits, color],
  );
  const samples = useSamples(panes, values.length, width);
  const drawing = samples && <Drawing samples={samples} color={color} width={width} height={height} />;
  const name = `${label}: ${samples ? words(samples, values, digits, unit) : "reading"}`;
  if (!exportName) {
    return (
      <span role="img" aria-label={name} className="inline-block align-middle" style={{ width, height }}>
        {drawing}
      </span>
    );
  }
  return (
    <>
      <Button kind="quiet" size="small" aria-label={`${name}. Open the chart`} className="px-1 align-middle" onPress={() => setOpen(true)}>
        <span style={{ width, height }}>{drawing}</span>
      </Button>
      {open ? <SparklineDialog title={label} x={x} panes={panes} exportName={exportName} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** A few values per pixel, long series through the feed; null until read. */
export function useSamples(panes: ChartPane[], rows: number, width: number): Samples | null {
  const feed = useChartFeed();
  const [read, setRead] = useState<{ panes: ChartPane[]; samples: Samples } | null>(null);
  useEffect(() => {
    let current = true;
    const reader = new ChartReader(COUNTED, panes, feed);
    void Promise.resolve(reader.read(0, rows, width, rows)).then(
      ([[samples]]) => current && setRead({ panes, samples }),
      (error: unknown) => {
        if (current && !isLeaving()) console.error("the sparkline could not be read:", error);
      },
    );
    return () => {
      current = false;
      reader.close();
    };
  }, [panes, rows, width, feed]);
  return read?.panes === panes ? read.samples : null;
}

interface DrawingProps {
  samples: Samples;
  color: ColorToken;
  width: number;
  height: number;
}

function Drawing({ samples, color, width, height }: DrawingProps) {
  const { x, y } = samples;
  const [low, high] = rangeOf(y);
  const view = { low: x[0] ?? 0, high: Math.max(x[x.length - 1] ?? 1, (x[0] ?? 0) + 1) };
  const ends: [number, number] = high > low ? [low, high] : [low - 1, high + 1];
  const frame = frameIn({ left: EDGE, top: EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE }, view, ends, 1);
  const { stroke } = seriesPaths(frame, "line", samples, () => new SvgPen());
  const last = y.findLastIndex((value) => !Number.isNaN(value));
  const paint = `var(--${color})`;
  return (
    <svg width={width} height={height} className="block" aria-hidden="true">
      <path d={String(stroke)} fill="none" stroke={paint} strokeWidth={1.25} strokeLinejoin="round" />
      {last < 0 ? null : <circle cx={frame.x(x[last])} cy={frame.y(y[last])} r={2} fill={paint} />}
    </svg>
  );
}

/** Minimum and maximum of samples. */
export const rangeOf = (values: Float64Array): [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [value < low ? value : low, value > high ? value : high],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

function words({ y }: Samples, values: Float64Array, digits: number, unit?: string): string {
  const [low, high] = rangeOf(y);
  if (low > high) return "no values";
  const text = (value: number) => withUnit(value, digits, unit);
  const ends = `from ${text(values[0])} to ${text(values[values.length - 1])}`;
  return `${count(values.length)} values, ${ends}, lowest ${text(low)}, highest ${text(high)}`;
}
