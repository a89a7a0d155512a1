import { type ReactNode, useMemo } from "react";
import type { MonthlyReturns } from "../../workers/performance";
import { ReturnsCalendar } from "../charts/heat-map.tsx";
import { plural } from "../lib/format.ts";
import { InfoButton } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";

const CELL = 30;
const AROUND = 60;
const PROVENANCE = {
  title: "Monthly returns",
  formula: "month-end value / previous month-end value − 1; the first month starts from the initial capital",
  computedBy: "monthlyReturns",
};

interface MonthsPanelProps {
  /** Null until computed. */
  months: MonthlyReturns | null;
  exportName: string;
  /** Selector of the returns shown, if there are several. */
  choice?: ReactNode;
}

const NONE: MonthlyReturns = { years: [], values: new Float64Array(0), totals: new Float64Array(0), earlier: 0 };

/** Returns by month and year, shown by color as well. */
export function MonthsPanel({ months, exportName, choice }: MonthsPanelProps) {
  const { years, earlier, values: fractions, totals: yearly } = months ?? NONE;
  const values = useMemo(() => fractions.map((value) => 100 * value), [fractions]);
  const totals = useMemo(() => yearly.map((value) => 100 * value), [yearly]);
  return (
    <ReturnsCalendar
      title={PROVENANCE.title}
      subtitle={`%${earlier > 0 ? `; ${plural(earlier, "earlier year")} not shown` : ""}`}
      exportName={exportName}
      loading={months ? false : "Computing monthly returns…"}
      years={years}
      values={values}
      totals={totals}
      height={AROUND + CELL * years.length}
      footer={
        <span className="flex flex-wrap items-center justify-between gap-2">
          {choice}
          <span className="min-w-0 flex-1 basis-60">
            Net of costs; the first month starts from the initial capital, and the last may be partial.
          </span>
          <InfoButton {...PROVENANCE} />
        </span>
      }
    />
  );
}

/** Replaces the panel if rows have no dates. */
export const NoMonths = () => (
  <Panel title={PROVENANCE.title}>
    <p className="text-muted">Not available: needs rows with dates.</p>
  </Panel>
);
