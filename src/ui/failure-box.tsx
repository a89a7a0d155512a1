import type { ReactNode } from "react";
import { count } from "../lib/format.ts";

/** The shape of an expected failure, as jobs return it. */
export interface ShownFailure {
  message: string;
  row?: number;
  column?: string;
  value?: string;
}

/** What went wrong, in red, inside the card it belongs to; read out at once. Renders nothing without a failure. */
export function FailureBox({ failure, actions }: { failure: ShownFailure | null | undefined; actions?: ReactNode }) {
  if (!failure) return null;
  const { message, row, column, value } = failure;
  const where = [
    row === undefined ? null : `row ${count(row)}`,
    column === undefined ? null : `column ${column}`,
    value === undefined ? null : `value “${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`,
  ].filter((part) => part !== null);
  return (
    <div role="alert" className="rounded-[6px] border border-bad/50 bg-bad/8 px-3 py-2 text-data text-bad">
      <p className="break-words font-[550]">{message}</p>
      {where.length > 0 ? <p className="mt-0.5 break-words text-small text-text">At {where.join(", ")}</p> : null}
      {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}

/** A remark that is no failure: few points, a large file, data kept in memory only. */
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
