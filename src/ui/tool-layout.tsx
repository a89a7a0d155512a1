import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";

/** Name of the rail, and text of its bar if there is no summary. */
export const RAIL = "Data and settings";

interface ToolLayoutProps {
  /** Settings and data: 300 px wide at the right, or folded above the results if it does not fit. */
  rail: ReactNode;
  /** One line for the folded rail: "dem2gbp.csv · 1,974 returns · GARCH(1,1), Normal". Without it the rail starts open. */
  summary?: ReactNode;
  /** If the rail does not fit beside the results it is placed below them, so that the buttons to start without it are in reach. */
  resultsFirst?: boolean;
  /** Results, largest first. */
  children: ReactNode;
}

/** Results at the left, settings in reach at the right. In reading order the rail is first: data before results. */
export function ToolLayout({ rail, summary, resultsFirst, children }: ToolLayoutProps) {
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? !summary;
  const id = useId();
  const bar = useRef<HTMLButtonElement>(null);
  // After a click at the bottom of the rail, scrolls to the start of the results. With the rail beside the results its bar is not rendered,
  // and nothing scrolls.
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
