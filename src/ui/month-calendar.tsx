import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button, Calendar, CalendarCell, CalendarGrid, Heading } from "react-aria-components";

const STEP = "grid size-6 place-items-center rounded-[6px] text-muted hover:bg-line hover:text-text disabled:opacity-50";

/** The calendar of a `DateField`, loaded when first opened. */
export function MonthCalendar() {
  return (
    <Calendar>
      <header className="mb-1 flex items-center justify-between">
        <Button slot="previous" className={STEP}>
          <ChevronLeft aria-hidden="true" size={14} />
        </Button>
        <Heading className="font-semibold text-small" />
        <Button slot="next" className={STEP}>
          <ChevronRight aria-hidden="true" size={14} />
        </Button>
      </header>
      <CalendarGrid className="[&_th]:size-8 [&_th]:font-normal [&_th]:text-faint [&_th]:text-small">
        {(date) => (
          <CalendarCell
            date={date}
            className="num grid size-8 cursor-default place-items-center rounded-[6px] text-small -outline-offset-2 outside-month:hidden hover:bg-line selected:bg-accent selected:text-on-accent disabled:text-faint disabled:opacity-50 focus-visible:outline-2 focus-visible:outline-accent"
          />
        )}
      </CalendarGrid>
    </Calendar>
  );
}
