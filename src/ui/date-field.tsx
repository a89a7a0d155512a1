import { type CalendarDate, parseDate } from "@internationalized/date";
import { CalendarDays } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Button, DateInput, DatePicker, DateSegment, type DateValue, Group, Popover } from "react-aria-components";
import { deferred } from "./deferred.ts";
import { CONTROL, FieldLabel, FieldNotes, FLOATING } from "./field.tsx";

const MonthCalendar = deferred(async () => (await import("./month-calendar.tsx")).MonthCalendar);

interface DateFieldProps {
  label: string;
  /** ISO day, as stored: "2018-03-05"; null if empty. */
  value: string | null;
  /** Called with a complete day, or null once the field is emptied. */
  onChange: (value: string | null) => void;
  /** First and last allowed day, ISO. */
  min?: string;
  max?: string;
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  className?: string;
}

function toDate(day: string | null | undefined): CalendarDate | null {
  try {
    return day ? parseDate(day) : null;
  } catch {
    return null;
  }
}

/** A day, typed in the order of the user's locale or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, min, max, hint, error, aside, required, disabled, className = "" } = props;
  return (
    <DatePicker
      value={toDate(value)}
      onChange={(next: DateValue | null) => onChange(next ? next.toString() : null)}
      minValue={toDate(min)}
      maxValue={toDate(max)}
      granularity="day"
      shouldForceLeadingZeros
      validationBehavior="aria"
      isRequired={required}
      isDisabled={disabled}
      isInvalid={error ? true : undefined}
      className={`min-w-0 ${className}`}
    >
      <FieldLabel aside={aside}>{label}</FieldLabel>
      <Group className={`${CONTROL} flex items-center pr-0 focus-within:outline-2 focus-within:outline-accent`}>
        <DateInput className="num flex min-w-0 flex-1 items-center whitespace-nowrap">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-[3px] px-px caret-transparent outline-none placeholder-shown:text-faint type-literal:px-0.5 type-literal:text-faint focus:bg-accent focus:text-on-accent"
            />
          )}
        </DateInput>
        <Button className="grid h-full w-8 shrink-0 place-items-center rounded-[6px] text-faint -outline-offset-2 hover:text-text">
          <CalendarDays aria-hidden="true" size={14} />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <Popover aria-label="Calendar" className={`${FLOATING} p-2`}>
        <Suspense fallback={<div className="h-56 w-56" />}>
          <MonthCalendar />
        </Suspense>
      </Popover>
    </DatePicker>
  );
}
