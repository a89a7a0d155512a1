import type { ReactNode } from "react";
import { figureInterval, type IntervalFigure, type Intervals } from "./interval-words";

interface IntervalNoteProps {
  /** Null if they are turned off. */
  intervals: Intervals | null;
  figure: IntervalFigure;
  show: (value: number) => string;
  /** Further notes on the figure. */
  children?: ReactNode;
}

/** The interval below a figure; its line is reserved in advance. */
export function IntervalNote({ intervals, figure, show, children }: IntervalNoteProps) {
  if (!intervals) return children;
  return (
    <>
      <span className="block" data-waiting={intervals.waiting || undefined}>
        {figureInterval(intervals, figure, show)}
        {children ? <span className="sr-only">; </span> : null}
      </span>
      {children ? <span className="block">{children}</span> : null}
    </>
  );
}
