import { memo, useEffect, useMemo, useRef, useState } from "react";
import { type Count, DAY, type Millis, type Series } from "../../../workers/contract";
import type { ChartAxis, ValueSeries } from "../../charts/chart-spec";
import { lowerBound } from "../../charts/position";
import { type BrushHandle, type BrushTarget, RangeBrush } from "../../charts/range-brush";
import { rangePresets } from "../../charts/range-presets";
import { clampView, sameView, type View } from "../../charts/view";
import { count, isoDayOrDash } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { PeriodChooser } from "./period-chooser";
import type { PeriodControl } from "./use-series-source";

/** Minimum rows between the handles of the brush. */
const MIN_ROWS = 20;

interface PeriodChoiceProps {
  /** Content of the field: the whole series, or the chosen period. */
  series: Series;
  control: PeriodControl;
}

/** Folded under a series: its analyzed period, chosen by brush, dates or button. The shown result follows while dragging. */
export function PeriodChoice({ series, control }: PeriodChoiceProps) {
  const { period, length } = series;
  const { place } = control;
  const chooser = useMemo(() => new PeriodChooser(place), [place]);
  // Brush and dates are not rendered for every series, only once opened.
  const [opened, setOpened] = useState(!!period);
  const open = (isOpen: boolean) => isOpen && setOpened(true);
  return (
    <div data-hand className="mt-2 border-line border-t pt-1">
      <Disclosure
        title="Period"
        note={period ? `${count(length)} of ${count(period.length)} rows` : "Whole series"}
        startsOpen={!!period}
        onToggle={open}
      >
        {!opened ? null : control.whole ? (
          <Choice series={series} whole={control.whole} passing={control.passing} chooser={chooser} />
        ) : (
          <Fetched chooser={chooser} />
        )}
      </Disclosure>
    </div>
  );
}

/** Placeholder until the whole series has loaded. */
function Fetched({ chooser }: { chooser: PeriodChooser }) {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    let current = true;
    void chooser.fetchWhole().then((there) => current && setGone(!there));
    return () => {
      current = false;
    };
  }, [chooser]);
  return <p className="text-muted">{gone ? "The whole series is no longer on this device." : "Reading the whole series…"}</p>;
}

/** A window over rows, controlled by a brush. */
class RowWindow implements BrushTarget {
  readonly domain: View;
  view: View;

  constructor(
    readonly rows: Count,
    private readonly onMove: () => void,
  ) {
    this.domain = { low: -0.5, high: rows - 0.5 };
    this.view = this.domain;
  }

  setView = (view: View): void => {
    const next = clampView(view, this.domain);
    if (sameView(next, this.view)) return;
    this.view = next;
    this.onMove();
  };

  /** First row, and the row after the last. */
  get range(): [from: Count, to: Count] {
    return [Math.ceil(this.view.low), Math.floor(this.view.high) + 1];
  }
}

interface ChoiceProps {
  series: Series;
  whole: Series;
  passing: boolean;
  chooser: PeriodChooser;
}

function Choice({ series, whole, passing, chooser }: ChoiceProps) {
  const brush = useRef<BrushHandle>(null);
  const frame = useRef(0);
  const [from, to] = series.period ? [series.period.from, series.period.to] : [0, whole.length];
  const keep = useStable((first: Count, after: Count) => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    if (first === 0 && after === whole.length) chooser.showWhole();
    else chooser.keep(first, after, labelOf(whole, first, after));
  });
  const rows = useMemo(() => {
    const target: RowWindow = new RowWindow(whole.length, () => {
      brush.current?.show(target.view);
      frame.current ||= requestAnimationFrame(() => {
        frame.current = 0;
        chooser.show(...target.range);
      });
    });
    return target;
  }, [whole, chooser]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  // A stored or typed period sets the window; a passing one comes from it, as does anything newer than the current render.
  useEffect(() => {
    if (passing || frame.current || !chooser.isNewest(series)) return;
    rows.view = { low: from - 0.5, high: to - 0.5 };
    brush.current?.show(rows.view);
  }, [rows, from, to, passing, chooser, series]);

  const { axis, values } = useMemo(() => overviewOf(whole), [whole]);
  const presets = useMemo(() => (whole.times ? rangePresets(whole.times, whole.length) : []), [whole]);
  const release = () => {
    if (chooser.isTransient || frame.current) keep(...rows.range);
  };
  return (
    <div className="-ml-5 flex flex-col gap-2">
      <div className="px-3">
        <RangeBrush ref={brush} axis={axis} series={values} target={rows} noun="of the period" minRows={MIN_ROWS} onRelease={release} />
      </div>
      <div className="grid grid-cols-2 gap-2">
        {whole.times ? (
          <Dates times={whole.times} from={from} to={to} keep={keep} passing={passing} />
        ) : (
          <Rows length={whole.length} from={from} to={to} keep={keep} />
        )}
      </div>
      <Presets presets={presets} keep={keep} isWhole={!series.period} chooser={chooser} />
    </div>
  );
}

interface PresetsProps {
  presets: ReturnType<typeof rangePresets>;
  keep: (from: Count, to: Count) => void;
  isWhole: boolean;
  chooser: PeriodChooser;
}

const Presets = memo(function Presets({ presets, keep, isWhole, chooser }: PresetsProps) {
  return (
    <div className="flex flex-wrap gap-1">
      {presets.map(({ label, view }) => (
        <Button key={label} size="small" onPress={() => keep(Math.ceil(view.low), Math.floor(view.high) + 1)} aria-label={`Last ${label}`}>
          {label}
        </Button>
      ))}
      <Button size="small" isDisabled={isWhole} onPress={() => chooser.showWhole()}>
        Whole series
      </Button>
    </div>
  );
});

interface FieldsProps {
  from: Count;
  to: Count;
  keep: (from: Count, to: Count) => void;
}

/** How long a typed date must be unchanged before it is applied: while a year is typed it passes through others. */
const TYPING_REST: Millis = 500;

interface DayFieldProps {
  label: string;
  value: string;
  min: string;
  max: string;
  take: (day: string) => void;
}

/** A date field with its own draft; calls `take` once the date has settled and is between `min` and `max`. */
const DayField = memo(function DayField({ label, value, min, max, take }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(value);
  const [before, setBefore] = useState(value);
  // Set during render: in a second render two fields took longer than the rest of the rail.
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  const settle = useStable(() => {
    if (typed !== null && typed !== value && typed >= min && typed <= max) take(typed);
  });
  useEffect(() => {
    const rest = setTimeout(settle, typed === value ? 0 : TYPING_REST);
    return () => clearTimeout(rest);
  }, [typed, value, settle]);
  return <DateField label={label} value={typed} onChange={setTyped} min={min} max={max} />;
});

/** First and last day of the period; a day without a row selects the next row inside. */
function Dates({ times, from, to, keep, passing }: FieldsProps & { times: Float64Array; passing: boolean }) {
  const rows = times.length;
  const rowOf = (day: string, later = 0) => lowerBound(times, Date.parse(day) + later);
  const [start, end] = [isoDayOrDash(times[from]), isoDayOrDash(times[to - 1])];
  const begin = useStable((day: string) => keep(rowOf(day), to));
  const finish = useStable((day: string) => keep(from, rowOf(day, DAY)));
  const [first, last] = [isoDayOrDash(times[0]), isoDayOrDash(times[rows - 1])];
  // While dragging, the limits are fixed: changing ones would re-render the other field too, and nobody is typing.
  return (
    <>
      <DayField label="From" value={start} min={first} max={passing ? last : end} take={begin} />
      <DayField label="To" value={end} min={passing ? first : start} max={last} take={finish} />
    </>
  );
}

function Rows({ length, from, to, keep }: FieldsProps & { length: Count }) {
  return (
    <>
      <NumberField
        label="First row"
        value={from + 1}
        minValue={1}
        maxValue={to - 1}
        onChange={(row) => row !== null && row < to && keep(row - 1, to)}
      />
      <NumberField
        label="Last row"
        value={to}
        minValue={from + 2}
        maxValue={length}
        onChange={(row) => row !== null && row > from + 1 && row <= length && keep(from, row)}
      />
    </>
  );
}

/** Suffix for a period to the name of its series. */
const labelOf = ({ times }: Series, from: Count, to: Count): string =>
  times ? `${isoDayOrDash(times[from])} – ${isoDayOrDash(times[to - 1])}` : `rows ${count(from + 1)}–${count(to)}`;

function overviewOf({ times, columns, primary }: Series): { axis: ChartAxis; values: ValueSeries } {
  const { name, values } = columns[primary];
  return {
    axis: { kind: times ? "time" : "index", values: times, label: times ? "Date" : "Row" },
    values: { key: "whole", label: name, kind: "line", color: "accent", values },
  };
}
