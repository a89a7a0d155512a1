import type { ReactNode } from "react";
import { SampleChip } from "./badge.tsx";
import { InfoButton, type Provenance } from "./info-button.tsx";

interface StatProps {
  label: string;
  /** Already formatted with `lib/format`. */
  value: ReactNode;
  unit?: string;
  /** Small line under the value: uncertainty, sample size, settings. */
  note?: ReactNode;
  info?: Provenance;
  /** A word ("Stable") rather than a figure: set in the proportional font. */
  word?: boolean;
  /** Marks an illustrative value, not computed from the user's data. */
  sample?: boolean;
}

/** A headline number. In a StatStrip the labels, values and notes of a row are aligned, however many lines a label takes. */
export function Stat({ label, value, unit, note, info, word, sample }: StatProps) {
  return (
    <div className="row-span-3 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid border-line border-t border-l px-3 py-2.5">
      <dt className="flex min-h-4 items-center self-end justify-between gap-2 text-muted text-small">
        <span className="flex items-center gap-1.5">
          {label}
          {sample ? (
            <span className="-my-0.5">
              <SampleChip />
            </span>
          ) : null}
        </span>
        {info ? <InfoButton {...info} /> : null}
      </dt>
      <dd className={`mt-0.5 font-medium text-figure tracking-[-0.02em] [overflow-wrap:anywhere] ${word ? "" : "num"}`}>
        {value}
        {unit === "%" ? unit : null}
        {unit && unit !== "%" ? (
          <small className="ml-0.5 whitespace-nowrap font-normal font-sans text-faint text-small tracking-normal"> {unit}</small>
        ) : null}
      </dd>
      {note ? <dd className="text-[0.885rem] text-faint">{note}</dd> : null}
    </div>
  );
}

/** Headline numbers in one frame, divided by hairlines; wraps to fit. */
export function StatStrip({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section aria-label={label ?? "Key figures"} className="@container overflow-hidden rounded-[8px] border border-line bg-surface">
      <dl className="-mt-px -ml-px grid figures">{children}</dl>
    </section>
  );
}
