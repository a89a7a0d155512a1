import type { ReactNode } from "react";

/** Stands where results will be: one sentence that says what to do, and the buttons to do it. */
export function EmptyState({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
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
