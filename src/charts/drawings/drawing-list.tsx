import { Pencil, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Outcome } from "../../../workers/contract";
import type { MeasureSpanOutput } from "../../../workers/indicators/jobs/measure-span";
import type { Drawing } from "../../../workers/indicators/schema";
import { count, fixed, percent, plural } from "../../lib/format";
import { failureText } from "../../lib/texts.ts";
import { Button } from "../../ui/button.tsx";
import type { ChartDesk } from "../chart-desk";
import type { ChartAxis, ValueSeries } from "../chart-spec";
import { rowName } from "../row-text";
import { DrawingDialog } from "./drawing-dialog";
import type { Drawings } from "./use-drawings";

const NAMES = { level: "Horizontal line", trend: "Trend line", measure: "Measure", note: "Note" } as const;

interface DrawingListProps {
  desk: ChartDesk;
  axis: ChartAxis;
  price: ValueSeries;
  digits: number | undefined;
  drawings: Drawings;
}

/** The drawings on a price as a list, to edit or delete; measurements include their figures. */
export function DrawingList({ desk, axis, price, digits = 2, drawings }: DrawingListProps) {
  const { list, edited, edit, change, warning } = drawings;
  const chosen = list.find(({ id }) => id === edited);
  const remove = (id: string) => {
    edit(null);
    change(list.filter((one) => one.id !== id));
  };
  return (
    <section aria-label="Drawings" className="mt-1.5 border-line border-t pt-1 text-small">
      {warning ? <p className="text-warn">{warning}</p> : null}
      <ul>
        {list.map((one) => (
          <li key={one.id} className="flex items-start gap-2 py-0.5">
            <span className="min-w-0 flex-1 break-words">
              <span className="text-muted">{NAMES[one.kind]}</span> {one.text} <Place drawing={one} axis={axis} digits={digits} />
              {one.kind === "measure" && one.to ? (
                <Measured desk={desk} axis={axis} price={price} from={one.from.row} to={one.to.row} digits={digits} />
              ) : null}
            </span>
            <Button
              size="small"
              kind="quiet"
              square
              aria-label={`Edit ${NAMES[one.kind].toLowerCase()} ${one.id}`}
              onPress={() => edit(one.id)}
            >
              <Pencil size={12} aria-hidden="true" />
            </Button>
            <Button
              size="small"
              kind="quiet"
              square
              aria-label={`Remove ${NAMES[one.kind].toLowerCase()} ${one.id}`}
              onPress={() => remove(one.id)}
            >
              <X size={12} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <DrawingDialog
          drawing={chosen}
          title={NAMES[chosen.kind]}
          onKeep={(next) => {
            change(list.map((one) => (one.id === next.id ? next : one)));
            edit(null);
          }}
          onRemove={() => remove(chosen.id)}
          onClose={() => edit(null)}
        />
      ) : null}
    </section>
  );
}

/** Position of a drawing: its level, or its ends. */
function Place({ drawing: { kind, from, to }, axis, digits }: { drawing: Drawing; axis: ChartAxis; digits: number }) {
  const value = (at: number) => fixed(at, digits);
  if (kind === "level") return <span className="num">{value(from.value)}</span>;
  const start = `${rowName(axis, from.row)}: ${value(from.value)}`;
  return <span className="num">{to ? `${start} to ${rowName(axis, to.row)}: ${value(to.value)}` : start}</span>;
}

interface MeasuredProps {
  desk: ChartDesk;
  axis: ChartAxis;
  price: ValueSeries;
  from: number;
  to: number;
  digits: number;
}

/** Figures of the span between two rows, computed by a worker. */
function Measured({ desk, axis, price, from, to, digits }: MeasuredProps) {
  const [outcome, setOutcome] = useState<Outcome<MeasureSpanOutput> | null>(null);
  const start = price.start ?? 0;
  useEffect(() => {
    const stop = new AbortController();
    const times = axis.kind === "time" ? (axis.values?.subarray(start, start + price.values.length) ?? null) : null;
    void desk.measure({ closes: price.values, times, from: from - start, to: to - start }, stop.signal).then((found) => {
      if (!stop.signal.aborted) setOutcome(found);
    });
    return () => stop.abort();
  }, [desk, axis, price, from, to, start]);
  if (!outcome) return <span className="block text-muted">Measuring…</span>;
  if (!outcome.ok) return <span className="block text-warn">{failureText(outcome.failure)}</span>;
  const { bars, days, change, ratio, volatility, drawdown, highest, lowest, periodsPerYear } = outcome.value;
  const facts: [string, string][] = [
    ["Bars", count(bars)],
    ...(days === null ? [] : [["Days", count(Math.round(days))] as [string, string]]),
    ["Change", `${fixed(change, digits)}${ratio === null ? "" : ` (${percent(ratio, 2)})`}`],
    [`Volatility, ${plural(periodsPerYear, "step")} per year`, percent(volatility, 1)],
    ["Maximum drawdown", percent(drawdown, 1)],
    ["Highest close", fixed(highest, digits)],
    ["Lowest close", fixed(lowest, digits)],
  ];
  return (
    <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
