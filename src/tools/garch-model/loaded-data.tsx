import { memo, useMemo } from "react";
import type { Count, Series } from "../../../workers/contract";
import { priceBars } from "../../analysis/data/price-columns.ts";
import { QualityFacts } from "../../analysis/data/quality-facts.tsx";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import { Caution } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";

const LARGE_FILE = 10 << 20;
const USUAL_DIGITS = 4;
/** Duration of a fit in words: a million values take about half a second on two cores. */
const durationOf = (rows: Count) => (rows < 4e6 ? "a second or two" : rows < 4e7 ? "several seconds" : "a few minutes");

interface LoadedDataProps {
  series: Series;
  column: string | null;
  source: Pick<SeriesSource, "reread" | "settled" | "given">;
}

/** The series as it was read, and what was found while reading. */
export const LoadedData = memo(function LoadedData({ series, column, source }: LoadedDataProps) {
  return (
    <>
      {series.bytes > LARGE_FILE ? <Caution>This file exceeds 10 MB. A fit may take {durationOf(series.length)}.</Caution> : null}
      <SeriesChart series={series} column={column} />
      <Panel title="Data quality" note={series.name}>
        <QualityFacts series={series} source={source} />
      </Panel>
    </>
  );
});

/** Prices examined to infer their number of decimals. */
const LOOKED_AT = 60;
const MIN_DIGITS = 2;
const MAX_DIGITS = 6;

/** Decimals of quoted prices; four if they result from a calculation. */
function quotedDigits(prices: Float64Array): number {
  const last = prices.subarray(-LOOKED_AT);
  for (let digits = MIN_DIGITS; digits <= MAX_DIGITS; digits++) {
    if (last.every((price) => Number(price.toFixed(digits)) === price)) return digits;
  }
  return USUAL_DIGITS;
}

function SeriesChart({ series, column }: { series: Series; column: string | null }) {
  const chosen = series.columns.find(({ name }) => name === column) ?? series.columns[series.primary];
  const x = useMemo<ChartAxis>(
    () => ({ kind: series.times ? "time" : "index", values: series.times, label: series.times ? "Date" : "Row" }),
    [series],
  );
  const panes = useMemo<ChartPane[]>(() => {
    const { name: label, values } = chosen;
    const price = priceBars(series, chosen);
    const digits = price ? quotedDigits(values) : USUAL_DIGITS;
    return [{ key: "values", share: 1, digits, series: [{ key: "values", label, color: "accent", kind: "line", values, price }] }];
  }, [chosen, series]);
  return (
    <TimeChart
      title={chosen.name}
      subtitle={series.name}
      x={x}
      panes={panes}
      exportName="series"
      height={panes[0].series.some((one) => one.kind !== "band" && one.price?.volume) ? 320 : 240}
    />
  );
}
