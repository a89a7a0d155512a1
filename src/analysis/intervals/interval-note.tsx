import type { ReactNode } from "react";
import { figureInterval, type IntervalFigure, type Intervals } from "./interval-words";

interface IntervalNoteProps {
  /** Null where they are off. */
  intervals: Intervals | null;
  figure: IntervalFigure;
  show: (value: number) => string;
  /** What else is said of the figure. */
  children?: ReactNode;
}

/** Below a figure: its interval, whose line is there before it. */
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
