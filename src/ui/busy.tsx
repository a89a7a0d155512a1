import type { ReactNode } from "react";

interface BusyProps {
  busy: boolean;
  /** "Loading Dashboard..." */
  label: string;
  children: ReactNode;
}

/**
 * Overlays its children with a message while something starts or runs. They keep their size and state and still receive input, so that a
 * newly opened screen can be typed into at once.
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
