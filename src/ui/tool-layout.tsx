import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";

/** What the rail is called, and what its bar says where there is no more to say. */
export const RAIL = "Data and settings";

export interface ToolLayoutProps {
  /** Settings and data: 300 px at the right, or folded above the results where that does not fit. */
  rail: ReactNode;
  /** One line for the folded rail: "dem2gbp.csv · 1,974 returns · GARCH(1,1), Normal". Without it the rail starts open. */
  summary?: ReactNode;
  /** The rail stands below where it does not fit beside: what starts without it is in reach. */
  resultsFirst?: boolean;
  /** Results, largest first. */
  children: ReactNode;
}

/** Results left, settings in reach at the right. The rail comes first in reading order: data before what was made of it. */
export function ToolLayout({ rail, summary, resultsFirst, children }: ToolLayoutProps) {
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? !summary;
  const id = useId();
  const bar = useRef<HTMLButtonElement>(null);
  // Whoever has pressed at the foot of the rail finds the results where they begin. Beside the results the bar is not drawn, and nothing moves.
  useLayoutEffect(() => {
    if (!open) bar.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <div className="@container/layout">
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[820px]:grid-cols-[minmax(0,1fr)_300px] @min-[820px]:gap-6 ${resultsFirst ? "results-first" : ""}`}
      >
        <aside aria-label={RAIL} className="min-w-0 @min-[820px]:col-start-2 @min-[820px]:row-start-1">
          <button
            ref={bar}
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setToggled(!open)}
            className="flex min-h-9 w-full items-center gap-3 rounded-[8px] border border-line bg-surface px-3 py-2 text-left text-muted text-small @min-[820px]:hidden"
          >
            <span className="min-w-0 flex-1 truncate">{summary || RAIL}</span>
            <span className="flex shrink-0 items-center gap-1 text-text">
              {open ? "Hide" : "Change"}
              <ChevronDown aria-hidden="true" size={13} className={open ? "rotate-180" : ""} />
            </span>
          </button>
          <div id={id} className={`mt-3 @min-[820px]:mt-0 @min-[820px]:block ${open ? "" : "hidden"}`}>
            {rail}
          </div>
        </aside>
        <div
          data-report="results"
          className="@container/results flex min-w-0 flex-col gap-4 @min-[820px]:col-start-1 @min-[820px]:row-start-1"
        >
          {children}
        </div>
      </div>
    </div>
  );
}
