import type { ReactNode } from "react";

export interface BusyProps {
  busy: boolean;
  /** "Loading Dashboard..." */
  label: string;
  children: ReactNode;
}

/**
 * Says over its children that something really starts or runs; they keep their size and their state, and what is typed or pressed meanwhile
 * reaches them: a screen that has just come is written into at once.
 */
export function Busy({ busy, label, children }: BusyProps) {
  return (
    <div className="relative" aria-busy={busy}>
      <div className={busy ? "opacity-40" : ""}>{children}</div>
      <div role="status" className={busy ? "pointer-events-none absolute inset-0 grid place-items-center" : "sr-only"}>
        {busy ? <span className="rounded-[6px] border border-line bg-raised px-3 py-1.5">{label}</span> : null}
      </div>
    </div>
  );
}
