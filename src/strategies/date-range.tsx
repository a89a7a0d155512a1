import { DateField } from "../ui/date-field.tsx";
import type { BacktestSettings } from "./backtest-settings";

interface DateRangeProps {
  settings: Pick<BacktestSettings, "startDate" | "endDate">;
  change: (changes: Partial<Pick<BacktestSettings, "startDate" | "endDate">>) => void;
}

/** First and last day of a backtest; an empty one means the limit of the data. */
export function DateRange({ settings: { startDate, endDate }, change }: DateRangeProps) {
  const turned = startDate !== null && endDate !== null && startDate > endDate;
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <DateField label="Start Date" value={startDate} onChange={(next) => change({ startDate: next })} />
      <DateField
        label="End Date"
        value={endDate}
        onChange={(next) => change({ endDate: next })}
        error={turned ? "Before the start date" : null}
      />
    </div>
  );
}
