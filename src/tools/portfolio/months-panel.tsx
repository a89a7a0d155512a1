import { useMemo } from "react";
import { ReturnsCalendar } from "../../charts/heat-map.tsx";
import { plural } from "../../lib/format.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { backtestProvenance } from "./provenance";
import type { BacktestRun } from "./use-simulation";

const CELL = 30;
const AROUND = 60;

/** Returns by month and year, shown by color as well. */
export function MonthsPanel({ months }: { months: NonNullable<BacktestRun["value"]["months"]> }) {
  const { years, earlier } = months;
  const values = useMemo(() => months.values.map((value) => 100 * value), [months]);
  const totals = useMemo(() => months.totals.map((value) => 100 * value), [months]);
  return (
    <ReturnsCalendar
      title="Monthly returns"
      subtitle={`%${earlier > 0 ? `; ${plural(earlier, "earlier year")} not shown` : ""}`}
      exportName="portfolio-months"
      years={years}
      values={values}
      totals={totals}
      height={AROUND + CELL * years.length}
      footer={
        <span className="flex items-center justify-between gap-2">
          <span>Net of costs; the first month starts from the initial capital, and the last may be partial.</span>
          <InfoButton {...backtestProvenance.months} />
        </span>
      }
    />
  );
}
