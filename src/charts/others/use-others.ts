import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Outcome } from "../../../workers/contract";
import type { ComparePricesOutput } from "../../../workers/indicators/jobs/compare-prices";
import type { ChartDesk } from "../chart-desk";
import type { ChartAxis, ChartPane } from "../chart-spec";
import { rowsWithin } from "../position";
import { isPrice } from "../price-panes";
import type { View } from "../view";
import type { OtherSet } from "./other-set";
import { type Compared, otherColor, pricedColumns } from "./with-others";

/** How long a view must be unchanged before it is rebased, in ms. */
const REST = 200;

interface Answer {
  panes: ChartPane[];
  set: OtherSet;
  outcome: Outcome<ComparePricesOutput>;
}

/** The series that can be compared: the user's set without the price's own. */
export interface Others extends Compared {
  /** Why rebasing failed. */
  trouble: Outcome<ComparePricesOutput> | null;
  /** Called with the rows in view. */
  follow: (view: View) => void;
}

/** The series of a set beside a chart's price, aligned by a worker, and rebased to the view once it settles. */
export function useOthers(desk: ChartDesk | null, axis: ChartAxis, panes: ChartPane[], set: OtherSet): Others {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [first, setFirst] = useState(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const pane = panes.find(({ series }) => series.some(isPrice));
  const price = pane?.series.find(isPrice);
  // A price that starts later than its axis would need its dates sliced; no screen has one.
  const rows = price && !price.start ? price.values.length : 0;
  const dataset = price?.price?.dataset;
  const list = useMemo(
    () => set.list.flatMap((one, place) => (one.hash === dataset && one.column === null ? [] : [{ ...one, color: otherColor(place) }])),
    [set, dataset],
  );
  const follow = useCallback(
    (view: View) => {
      clearTimeout(rest.current);
      rest.current = setTimeout(() => setFirst(Math.min(rowsWithin(axis, rows, view).first, Math.max(0, rows - 1))), REST);
    },
    [axis, rows],
  );
  const base = set.rebase ? Math.min(first, Math.max(0, rows - 1)) : null;
  useEffect(() => {
    if (!desk || !pane || !price || rows === 0 || list.length === 0 || axis.kind === "number") return;
    const stop = new AbortController();
    const times = axis.kind === "time" && axis.values ? axis.values.subarray(0, rows) : null;
    const input = { closes: price.values, times, along: base === null ? [] : pricedColumns(pane), others: list, base };
    void desk.compare(input, stop.signal).then((outcome) => {
      if (!stop.signal.aborted) setAnswer({ panes, set, outcome });
    });
    return () => stop.abort();
  }, [desk, axis, panes, pane, price, rows, list, base, set]);
  return useMemo(() => {
    // A result for other rows or another set does not apply.
    const current = answer?.panes === panes && answer.set === set ? answer.outcome : null;
    const found = current?.ok ? current.value : null;
    const shown = list.map((one, place) => ({ ...one, values: found?.others[place] ?? null }));
    return {
      shown,
      rebased: found && found.base !== null ? found : null,
      trouble: current?.ok === false ? current : null,
      follow,
    };
  }, [answer, panes, set, list, follow]);
}
