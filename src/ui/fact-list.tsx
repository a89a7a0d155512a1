import type { ReactNode } from "react";

export interface FactRow {
  name: ReactNode;
  value: ReactNode;
  key?: string;
}

/** Name and value per line, divided by hairlines: the small table of a settings rail. */
export function FactList({ facts, label }: { facts: readonly FactRow[]; label?: string }) {
  return (
    <dl aria-label={label}>
      {facts.map((fact, index) => (
        <div
          key={fact.key ?? (typeof fact.name === "string" ? fact.name : index)}
          className="flex justify-between gap-3 border-line border-t py-1 first:border-t-0"
        >
          <dt className="max-w-[70%] shrink-0">{fact.name}</dt>
          <dd className="num min-w-0 text-right">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
