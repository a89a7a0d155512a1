import { type ReactNode, useEffect, useRef } from "react";
import type { Cause, Place } from "../../workers/contract";
import { clipped, count, unmentioned } from "../lib/format.ts";
import { useWords } from "./texts.ts";

/** An expected failure as returned by jobs, or text from elsewhere: the answer of a host, a field's own check. */
export type ShownFailure = (Cause | { message: string }) & Place;

interface FailureBoxProps {
  failure: ShownFailure | null | undefined;
  actions?: ReactNode;
  /** Scrolled into view when it appears: for failures of a button, since it may be below the settings on a narrow screen. */
  revealed?: boolean;
}

/** Error message inside the card it belongs to, announced immediately. Renders nothing without a failure. */
export function FailureBox({ failure, actions, revealed = false }: FailureBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const cause = failure && "reason" in failure ? failure : null;
  const words = useWords(cause);
  const message = failure && "message" in failure ? failure.message : words;
  useEffect(() => {
    if (revealed && failure && message !== null) box.current?.scrollIntoView({ block: "nearest" });
  }, [revealed, failure, message]);
  if (!failure || message === null) return null;
  const { column } = failure;
  const { row, value } = unmentioned(failure, message);
  const where = [
    row === undefined ? null : `row ${count(row)}`,
    column === undefined ? null : `column ${column}`,
    value === undefined ? null : `value “${clipped(value, 60)}”`,
  ].filter((part) => part !== null);
  return (
    <div ref={box} role="alert" className="scroll-my-20 rounded-[6px] border border-bad/50 bg-bad/8 px-3 py-2 text-data text-bad">
      <p className="break-words font-[550]">{message}</p>
      {where.length > 0 ? <p className="mt-0.5 break-words text-small text-text">At {where.join(", ")}</p> : null}
      {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}

/** A note that is not a failure: few observations, a large file, data in memory only. */
export function Caution({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="rounded-[6px] border border-warn/45 bg-warn/8 px-3 py-2 text-small text-text">
      <span aria-hidden="true" className="text-warn">
        ▲{" "}
      </span>
      {children}
    </div>
  );
}
