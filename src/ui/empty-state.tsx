import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";

export interface EmptyStateProps {
  children: ReactNode;
  actions?: ReactNode;
  /** Results are being computed: shows a skeleton of them instead of the text. */
  busy?: boolean;
  /** Illustration of the results. */
  picture?: ReactNode;
}

/** Placeholder for results: one sentence that says what to do, and the buttons to do it. */
export function EmptyState({ children, actions, busy = false, picture }: EmptyStateProps) {
  if (busy) {
    return (
      <div className="flex flex-col gap-4">
        <Skeleton shape="figures" rows={4} />
        <Skeleton shape="chart" />
      </div>
    );
  }
  const words = (
    <div className={picture ? "" : "text-center [&>p]:mx-auto"}>
      <p className="max-w-[52ch] text-balance text-muted">{children}</p>
      {actions ? <div className={`mt-3 flex flex-wrap gap-2 ${picture ? "" : "justify-center"}`}>{actions}</div> : null}
    </div>
  );
  if (!picture) {
    return (
      <div data-report="none" className="grid min-h-40 place-items-center rounded-[8px] border border-line-strong border-dashed px-6 py-8">
        {words}
      </div>
    );
  }
  return (
    <div data-report="none" className="@container">
      <div className="grid @min-[640px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @min-[640px]:items-center gap-x-8 gap-y-4">
        {words}
        {/* Height of the largest picture, so that nothing moves when it loads. */}
        <div className="min-h-[17rem]">{picture}</div>
      </div>
    </div>
  );
}
