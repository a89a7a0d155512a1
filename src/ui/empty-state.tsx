import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";

export interface EmptyStateProps {
  children: ReactNode;
  actions?: ReactNode;
  /** The results are being made: their shape stands here instead of the words. */
  busy?: boolean;
}

/** Stands where results will be: one sentence that says what to do, and the buttons to do it. */
export function EmptyState({ children, actions, busy = false }: EmptyStateProps) {
  if (busy) {
    return (
      <div className="flex flex-col gap-4">
        <Skeleton shape="figures" rows={4} />
        <Skeleton shape="chart" />
      </div>
    );
  }
  return (
    <div
      data-report="none"
      className="grid min-h-40 place-items-center rounded-[8px] border border-line-strong border-dashed px-6 py-8 text-center"
    >
      <div>
        <p className="max-w-[52ch] text-balance text-muted">{children}</p>
        {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
